import { membersOf } from '../../../platform/is-object.js';
import { parseJson } from '../../../platform/parse-json.js';

/** A subscription whose messages the library still processes. */
interface RunningSubscription {
  /** Whether the client has completed it. */
  isCompleted: boolean;
  /** Resolves when the library has forgotten the id. */
  readonly ended: Promise<void>;
}

/**
 * Maximum total length, in characters, of the messages that wait for a subscription to end; a single message may be
 * longer.
 */
const maxWaitingLength = 1024 * 1024;

/**
 * Passes the messages of a client to the WebSocket library in an order in which an id names one subscription at a time.
 * A client may reuse the id of a subscription that it has completed, but the library confuses the two subscriptions
 * until the first one has ended.
 */
export class MessageOrder {
  readonly #deliver: (message: string) => Promise<void>;
  readonly #running = new Map<string, RunningSubscription>();
  #waitingLength = 0;

  /** @param deliver passes a message to the library; for `subscribe`, resolves when the subscription has ended */
  constructor(deliver: (message: string) => Promise<void>) {
    this.#deliver = deliver;
  }

  /** @throws {Error} if too many messages wait */
  async pass(message: string): Promise<void> {
    const { type, id } = readHead(message);
    if (id === undefined) return await this.#deliver(message);
    const runningSubscription = this.#running.get(id);
    if (runningSubscription?.isCompleted) return await this.#passAfter(runningSubscription, message);
    if (runningSubscription !== undefined && type === 'complete') runningSubscription.isCompleted = true;
    if (runningSubscription !== undefined || type !== 'subscribe') return await this.#deliver(message);
    const processing = this.#deliver(message);
    const newSubscription = {
      isCompleted: false,
      ended: processing.catch(() => {}).then(() => void this.#running.delete(id)),
    };
    this.#running.set(id, newSubscription);
    return await processing;
  }

  async #passAfter({ ended }: RunningSubscription, message: string): Promise<void> {
    if (this.#waitingLength > 0 && this.#waitingLength + message.length > maxWaitingLength) {
      throw new Error(
        `The messages that wait for the end of a subscription with the same ID have more than ${maxWaitingLength} characters`,
      );
    }
    this.#waitingLength += message.length;
    await ended;
    this.#waitingLength -= message.length;
    await this.pass(message);
  }
}

/** The type and id of a message; undefined if it has none. The library rejects invalid messages. */
function readHead(message: string): { readonly type?: unknown; readonly id?: string | undefined } {
  const { type, id } = membersOf(parseJson(message));
  return typeof id === 'string' ? { type, id } : {};
}
