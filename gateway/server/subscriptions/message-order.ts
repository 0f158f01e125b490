import { isObject } from '../../../platform/is-object.js';

/** A subscription whose messages the library still processes. */
interface RunningSubscription {
  /** Whether the client has completed it. */
  isCompleted: boolean;
  /** Resolves when the library has forgotten the id. */
  readonly ended: Promise<void>;
}

/** Maximum length in characters of all messages together that wait for the end of a subscription, if several do. */
const maxWaitingLength = 1024 * 1024;

/**
 * Passes the messages of a client to the WebSocket library in an order in which an id names one subscription at a time.
 * A client may use the id of a subscription that it has completed again, but the library confuses the two subscriptions
 * as long as the first one has not ended.
 */
export class MessageOrder {
  readonly #take: (message: string) => Promise<void>;
  readonly #running = new Map<string, RunningSubscription>();
  #waitingLength = 0;

  /** @param take passes a message to the library; resolves when a subscription has ended */
  constructor(take: (message: string) => Promise<void>) {
    this.#take = take;
  }

  /** @throws {Error} if too many messages wait */
  async pass(message: string): Promise<void> {
    const { type, id } = readHead(message);
    if (id === undefined) return await this.#take(message);
    const running = this.#running.get(id);
    if (running?.isCompleted) return await this.#passAfter(running, message);
    if (running !== undefined && type === 'complete') running.isCompleted = true;
    if (running !== undefined || type !== 'subscribe') return await this.#take(message);
    const processing = this.#take(message);
    const runningSubscription = {
      isCompleted: false,
      ended: processing.catch(() => {}).then(() => void this.#running.delete(id)),
    };
    this.#running.set(id, runningSubscription);
    return await processing;
  }

  async #passAfter({ ended }: RunningSubscription, message: string): Promise<void> {
    if (this.#waitingLength > 0 && this.#waitingLength + message.length > maxWaitingLength) {
      throw new Error('Too many messages are waiting for a subscription to end');
    }
    this.#waitingLength += message.length;
    await ended;
    this.#waitingLength -= message.length;
    await this.pass(message);
  }
}

/** The type and id of a message; undefined if it has none. The library rejects invalid messages. */
function readHead(message: string): { readonly type?: unknown; readonly id?: string | undefined } {
  try {
    const parsed: unknown = JSON.parse(message);
    if (isObject(parsed) && typeof parsed.id === 'string') return { type: parsed.type, id: parsed.id };
  } catch {}
  return {};
}
