import type { SubscriptionResponse } from '../../subscriptions/index.js';
import type { Subscription } from './subscription.js';

/** The responses of a subscription one by one. The next is asked for once the client's connection has taken the one before. */
export class SubscriptionResponses implements AsyncGenerator<SubscriptionResponse, undefined, undefined> {
  readonly #subscription: Subscription;
  readonly #onSent: (count: number) => void;
  /** The last one first. */
  #waiting: SubscriptionResponse[] = [];

  constructor(subscription: Subscription, onSent: (count: number) => void) {
    this.#subscription = subscription;
    this.#onSent = onSent;
  }

  async next(): Promise<IteratorResult<SubscriptionResponse, undefined>> {
    const waiting = this.#waiting.pop();
    if (waiting !== undefined) return { done: false, value: waiting };
    const { value } = await this.#subscription.next();
    if (value === undefined) return { done: true, value };
    this.#waiting = value.responses.toReversed();
    this.#onSent(this.#waiting.length);
    return await this.next();
  }

  async return(): Promise<IteratorResult<SubscriptionResponse, undefined>> {
    await this.#subscription.return();
    return { done: true, value: undefined };
  }

  async throw(): Promise<IteratorResult<SubscriptionResponse, undefined>> {
    return await this.return();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
