import type { ExecutionResult } from 'graphql';
import type { Caller, RequestContext } from '../../../platform/caller.js';
import type { Logger } from '../../../platform/log.js';
import { timeoutAfter } from '../../../platform/timeout-after.js';
import { RequestFailure } from '../../documents/index.js';
import { maskErrors } from '../../errors/index.js';
import {
  type Metrics,
  type OpenStreams,
  type OpenSubscription,
  type RejectionReports,
  type SubscriptionOpener,
  type SubscriptionRequest,
  sourceAddressOf,
  streamLimitKey,
} from '../../server/index.js';
import type { SubscriptionResponse } from '../../subscriptions/index.js';
import { type Client, clientOf } from '../clients/clients.js';
import { cannotResume, UpstreamSubscription } from './upstream-subscription.js';

export interface UpstreamSubscriptionsOptions {
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly rejections: RejectionReports;
  readonly log: Logger;
  /** Timeout in seconds of the fetches that complete one event. */
  readonly timeoutSeconds: number;
}

/** Opens subscriptions whose events external subgraphs send. */
export class UpstreamSubscriptions implements SubscriptionOpener {
  readonly #options: UpstreamSubscriptionsOptions;

  constructor(options: UpstreamSubscriptionsOptions) {
    this.#options = options;
  }

  async open(input: SubscriptionRequest): Promise<OpenSubscription> {
    const { streams } = this.#options;
    if (input.after !== undefined) throw cannotResume();
    const release = streams.reserve(streamLimitKey(input.caller, input.request));
    const disconnection = new AbortController();
    try {
      return await this.#open(input, { disconnection, release });
    } catch (error) {
      release();
      disconnection.abort();
      throw error;
    }
  }

  async #open(
    input: SubscriptionRequest,
    { disconnection, release }: { readonly disconnection: AbortController; release(): void },
  ): Promise<OpenSubscription> {
    const { metrics } = this.#options;
    const { operation } = input;
    let { caller } = input;
    let isReplaced = false;
    let subscription: UpstreamSubscription | undefined;
    const results = await operation.prepared.subscribe?.({
      variables: input.variables,
      context: contextOf(input, caller, disconnection.signal),
      eventContext: () => contextOf(input, caller, this.#deadlineOf(disconnection.signal)),
      onReplaced() {
        isReplaced = true;
        subscription?.end('stopped');
      },
    });
    if (results === undefined) throw new Error('The operation is not a subscription of this graph');
    if (!(Symbol.asyncIterator in results)) throw new RequestFailure(results.errors ?? []);
    subscription = new UpstreamSubscription({
      results,
      responseOf: (result) => this.#responseOf(result, input),
      onCallerUpdate(updated) {
        caller = updated;
      },
      onSent: (count) => metrics.countEvent('subscription', count),
      onEnd(reason) {
        release();
        disconnection.abort();
        metrics.countStream(reason);
      },
    });
    if (isReplaced) subscription.end('stopped');
    return subscription;
  }

  #deadlineOf(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, timeoutAfter(this.#options.timeoutSeconds)]);
  }

  #responseOf(
    { errors = [], ...result }: ExecutionResult,
    { request, caller }: SubscriptionRequest,
  ): SubscriptionResponse {
    const { log, rejections } = this.#options;
    if (errors.length === 0) return result;
    const maskedErrors = maskErrors(errors, { log, requestId: request.id, showsSubgraphErrors: true });
    rejections.responded({ request, caller, errors: maskedErrors });
    return { errors: maskedErrors, ...result };
  }
}

/**
 * Creates the context of a subscription's fetches. Headers of subgraph responses are not recorded, because the headers
 * of the stream were already sent.
 */
function contextOf({ request }: SubscriptionRequest, caller: Caller, signal: AbortSignal): RequestContext {
  const client = clientOf({ caller });
  const withoutHeaders: Client | undefined = client && { ...client, responseHeaders: undefined };
  return {
    caller: withoutHeaders ?? caller,
    sourceAddress: sourceAddressOf(request),
    requestId: request.id,
    signal,
    startedAt: performance.now(),
    via: 'graphql',
  };
}
