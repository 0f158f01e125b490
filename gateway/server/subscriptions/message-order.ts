import { membersOf } from '../../../platform/is-object.js';
import { parseJson } from '../../../platform/parse-json.js';

/** A message that names a subscription. */
interface Message {
  readonly text: string;
  readonly type: unknown;
  readonly id: string;
}

/** A message that waits for a subscription with its id to end. */
interface WaitingMessage extends Message {
  /** Receives the result of processing the message. */
  resolve(processed: Promise<void>): void;
}

/** A subscription whose messages the library still processes. */
interface RunningSubscription {
  /** Whether the client has completed it. */
  isCompleted: boolean;
  /** Later messages with its id, in the order in which they arrived. */
  readonly waiting: WaitingMessage[];
}

/** Maximum number of messages that wait for subscriptions to end. */
const maxWaitingMessages = 1000;
/** Maximum total length of these messages, in characters; a single message may be longer. */
const maxWaitingLength = 1024 * 1024;

/**
 * Passes the messages of a client to the WebSocket library in an order in which an id names one subscription at a time.
 * A client may reuse the id of a subscription that it has completed, but the library confuses the two subscriptions
 * until the first one has ended.
 */
export class MessageOrder {
  readonly #deliver: (message: string) => Promise<void>;
  readonly #running = new Map<string, RunningSubscription>();
  #waitingMessages = 0;
  #waitingLength = 0;
  #isClosed = false;

  /** @param deliver passes a message to the library; for `subscribe`, resolves when the subscription has ended */
  constructor(deliver: (message: string) => Promise<void>) {
    this.#deliver = deliver;
  }

  /** @throws {Error} if too many messages wait */
  async pass(text: string): Promise<void> {
    const { type, id } = membersOf(parseJson(text));
    // The library rejects invalid messages.
    if (typeof id !== 'string') return await this.#deliver(text);
    const message = { text, type, id };
    const running = this.#running.get(id);
    await (running?.isCompleted ? this.#wait(running, message) : this.#process(message));
  }

  /** Drops the messages that wait, because the connection is closed. */
  close(): void {
    this.#isClosed = true;
  }

  #process({ text, type, id }: Message): Promise<void> {
    const running = this.#running.get(id);
    if (running !== undefined && type === 'complete') running.isCompleted = true;
    const processing = this.#deliver(text);
    if (running !== undefined || type !== 'subscribe') return processing;
    const subscription = { isCompleted: false, waiting: [] };
    this.#running.set(id, subscription);
    const end = (): void => this.#end(id, subscription);
    processing.then(end, end);
    return processing;
  }

  #wait({ waiting }: RunningSubscription, message: Message): Promise<void> {
    const length = this.#waitingLength + message.text.length;
    if (this.#waitingMessages === maxWaitingMessages) throw tooManyWaiting(`are more than ${maxWaitingMessages}`);
    if (this.#waitingMessages > 0 && length > maxWaitingLength)
      throw tooManyWaiting(`have more than ${maxWaitingLength} characters`);
    this.#waitingMessages++;
    this.#waitingLength = length;
    return new Promise((resolve) => waiting.push({ ...message, resolve }));
  }

  /** Processes the messages that waited for a subscription, until the client completes another one with its id. */
  #end(id: string, { waiting }: RunningSubscription): void {
    this.#running.delete(id);
    while (!this.#isClosed) {
      const running = this.#running.get(id);
      if (running?.isCompleted) {
        running.waiting.push(...waiting);
        return;
      }
      const message = waiting.shift();
      if (message === undefined) return;
      this.#waitingMessages--;
      this.#waitingLength -= message.text.length;
      message.resolve(this.#process(message));
    }
  }
}

function tooManyWaiting(excess: string): Error {
  return new Error(`The messages that wait for the end of a subscription with the same ID ${excess}`);
}
