import type { SubscriptionResponse } from '../../subscriptions/index.js';
import type { OpenSubscription } from './open-subscription.js';

/**
 * The responses of a subscription, one at a time. The next one is requested after the previous one was written to the
 * connection.
 */
export class SubscriptionResponses implements AsyncIterableIterator<SubscriptionResponse, undefined> {
  readonly #subscription: OpenSubscription;
  /** Responses that were not returned yet, last one first. */
  #waiting: SubscriptionResponse[] = [];

  constructor(subscription: OpenSubscription) {
    this.#subscription = subscription;
  }

  async next(): Promise<IteratorResult<SubscriptionResponse, undefined>> {
    const waitingReader = this.#waiting.pop();
    if (waitingReader !== undefined) return { done: false, value: waitingReader };
    const { value } = await this.#subscription.next();
    if (value === undefined) return { done: true, value };
    this.#waiting = value.responses.toReversed();
    this.#subscription.countSent(this.#waiting.length);
    return await this.next();
  }

  async return(): Promise<IteratorResult<SubscriptionResponse, undefined>> {
    await this.#subscription.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
