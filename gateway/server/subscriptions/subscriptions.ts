import type { Caller } from '../../../platform/caller.js';
import type { EventHub, EventType } from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import {
  EntityReader,
  type EntityRequest,
  SharedPayloads,
  type SubscriptionOperation,
} from '../../subscriptions/index.js';
import { sourceAddressOf } from '../addresses.js';
import { type EventFilter, eventFilterOf } from '../events/event-filter.js';
import type { OpenStreams } from '../events/index.js';
import { readingStartOf, streamLimitKey, withinRequestTime } from '../events/stream-start.js';
import type { Metrics } from '../metrics.js';
import type { RejectionReports } from '../rejection-reports.js';
import type { SubscriptionOpener, SubscriptionRequest } from './open-subscription.js';
import { eventsLost, Subscription, type SubscriptionParts } from './subscription.js';
import { isOwnSubscription } from './subscription-operation.js';

export interface SubscriptionsOptions {
  readonly hub: EventHub;
  readonly eventTypes: readonly EventType[];
  readonly streams: OpenStreams;
  readonly rejections: RejectionReports;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly timeoutSeconds: number;
  readonly maxCost: number;
}

/** Opens subscriptions of Rampart's own graph. */
export class Subscriptions implements SubscriptionOpener {
  readonly #options: SubscriptionsOptions;
  readonly #entities: EntityReader;
  readonly #payloads: SharedPayloads;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#entities = new EntityReader(options);
    this.#payloads = new SharedPayloads(this.#entities);
  }

  async open(input: SubscriptionRequest): Promise<Subscription> {
    const { hub, streams, rejections, metrics, timeoutSeconds } = this.#options;
    const { request, caller, operation, variables } = input;
    if (!isOwnSubscription(operation)) throw new Error('The operation is not a subscription of this graph');
    const filterOf = (caller: Caller) => this.#eventFilterOf({ request, caller, operation });
    filterOf(caller);
    const release = streams.reserve(streamLimitKey(caller, request));
    try {
      const entities: EntityRequest = {
        ...{ operation, variables, caller, sourceAddress: sourceAddressOf(request), requestId: request.id },
        onErrors: (errors) => rejections.responded({ request, caller, errors }),
      };
      await this.#entities.check(entities);
      const start = await withinRequestTime(timeoutSeconds, readingStartOf(hub, input.after));
      if (start.missed !== undefined && 'lost' in start.missed) throw eventsLost(start.missed.lost);
      const parts: SubscriptionParts = {
        ...{ hub, payloads: this.#payloads, request: entities, eventFilterOf: filterOf },
        onSent: (count) => metrics.countEvent(operation.subscription.eventType.name, count),
        onEnd(reason) {
          release();
          metrics.countStream(reason);
        },
      };
      return new Subscription(parts, start);
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * The events that a subscription's caller may receive.
   * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
   */
  #eventFilterOf({
    request,
    caller,
    operation,
  }: Pick<SubscriptionRequest, 'request' | 'caller'> & OwnOperation): EventFilter {
    const { rejections, eventTypes } = this.#options;
    const choice = { types: [operation.subscription.eventType.name], tenantId: undefined };
    return rejections.watch({ request, caller }, () => eventFilterOf(choice, { caller, eventTypes }));
  }
}

interface OwnOperation {
  readonly operation: SubscriptionOperation;
}
