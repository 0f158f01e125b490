import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { EventHub, EventType } from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import {
  EntityReader,
  type EntityRequest,
  SharedPayloads,
  type SubscriptionOperation,
} from '../../subscriptions/index.js';
import { sourceAddressOf } from '../addresses.js';
import { type Audience, audienceOf } from '../events/audience.js';
import type { OpenStreams } from '../events/index.js';
import { startOf, streamOwner } from '../events/stream-start.js';
import type { Metrics } from '../metrics.js';
import type { RefusalReports } from '../refusal-reports.js';
import { eventsLost, Subscription } from './subscription.js';

export interface SubscriptionsOptions {
  readonly hub: EventHub;
  readonly eventTypes: readonly EventType[];
  readonly streams: OpenStreams;
  readonly refusals: RefusalReports;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly timeoutSeconds: number;
  readonly maxCost: number;
}

/** A subscription that a client asks for. */
export interface SubscriptionRequest {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly operation: SubscriptionOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The position after which it resumes. */
  readonly after: string | undefined;
}

/** Opens subscriptions, over whatever transport they were asked for. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #entities: EntityReader;
  readonly #payloads: SharedPayloads;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#entities = new EntityReader(options);
    this.#payloads = new SharedPayloads(this.#entities);
  }

  /**
   * Opens a subscription. It holds a place among the streams of its caller until it ends.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; RATE_LIMITED, STORE_UNAVAILABLE for one too many; GONE for a position that is
   * too old
   * @throws {RequestFailure} for variables that do not fit
   */
  async open(asked: SubscriptionRequest): Promise<Subscription> {
    const { hub, streams, refusals, metrics } = this.#options;
    const { request, caller, operation, variables } = asked;
    const audience = this.audienceOf(asked);
    const leave = streams.enter(streamOwner(caller, request));
    try {
      const entities: EntityRequest = {
        ...{ operation, variables, caller, sourceAddress: sourceAddressOf(request), requestId: request.id },
        onErrors: (errors) => refusals.answered({ request, caller, errors }),
      };
      await this.#entities.check(entities);
      const start = await startOf(hub, asked.after);
      if (start.missed !== undefined && 'lost' in start.missed) throw eventsLost(start.missed.lost);
      const payloads = this.#payloads;
      const onEnd: Subscription['end'] = (reason) => {
        leave();
        metrics.countStream(reason);
      };
      return new Subscription({ hub, payloads, request: entities, audience, onEnd }, start);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** What the caller may hear. @throws {DomainError} UNAUTHENTICATED, FORBIDDEN */
  audienceOf({ request, caller, operation }: Pick<SubscriptionRequest, 'request' | 'caller' | 'operation'>): Audience {
    const { refusals, eventTypes } = this.#options;
    const choice = { types: [operation.subscription.eventType.name], tenantId: undefined };
    return refusals.watch({ request, caller }, () => audienceOf(choice, { caller, eventTypes }));
  }

  /** Counts responses that were sent. */
  sent({ operation }: Pick<SubscriptionRequest, 'operation'>, count: number): void {
    this.#options.metrics.countEvent(operation.subscription.eventType.name, count);
  }
}

/** Whether credentials were refused: then a stream ends, and otherwise it is looked again later. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');
}
