import { covers, type EventPage, type LoggedEvent, type Position } from '../../platform/events/index.js';
import type { EntityReader, EntityRequest, EntityResult } from './entity-results.js';
import { type Payloads, payloadsOf, permissionsKeyOf } from './payloads.js';

/** A subscription's request for the payloads of a page of events. */
export interface PayloadRequest extends EntityRequest {
  /** The position of the client in the event log. */
  readonly from: Position;
  /** Whether the caller may receive an event of the subscription's type. */
  mayReceive(event: LoggedEvent): boolean;
}

interface SharedResults {
  readonly results: Promise<ReadonlyMap<string, EntityResult>>;
  readonly sharers: Sharers;
  /** The payloads of the whole page, for clients that have received nothing of it. */
  whole?: Payloads;
}

/** The subscriptions that wait for a read. When the last one ends, the read is aborted. */
class Sharers {
  readonly #abortController = new AbortController();
  #count = 0;

  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Adds a subscription until its signal aborts, or until the returned function is called. */
  add(signal: AbortSignal | undefined): () => void {
    this.#count++;
    const abort = (): void => {
      this.#count--;
      if (this.#count === 0) this.#abortController.abort(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  }
}

/**
 * Reads the entities of a page of events once for all subscriptions with the same operation, variables and permissions
 * of the caller.
 */
export class SharedPayloads {
  readonly #entities: Pick<EntityReader, 'read'>;
  readonly #pages = new WeakMap<EventPage, WeakMap<object, Map<string, SharedResults>>>();
  readonly #data = new WeakMap<LoggedEvent, Readonly<Record<string, unknown>>>();

  constructor(entities: Pick<EntityReader, 'read'>) {
    this.#entities = entities;
  }

  /** @throws {DomainError} STORE_UNAVAILABLE, SERVICE_UNAVAILABLE when entities can be read later; TIMEOUT */
  async of(page: EventPage, request: PayloadRequest): Promise<Payloads> {
    const shared = this.#sharedFor(page, request);
    const source = {
      results: await resultsFor(request, shared),
      idsOf: (event: LoggedEvent) => this.#idsOf(event, request),
    };
    if (!covers(page.from, request.from)) return payloadsOf(page, request.from, source);
    shared.whole ??= payloadsOf(page, request.from, source);
    return shared.whole;
  }

  #sharedFor(page: EventPage, request: PayloadRequest): SharedResults {
    const groups = this.#groupsOf(page, request.operation);
    const key = `${permissionsKeyOf(request.caller)} ${JSON.stringify(request.variables)}`;
    const existing = groups.get(key);
    if (existing !== undefined && !existing.sharers.signal.aborted) return existing;
    const ids = [...new Set(page.events.flatMap((event) => this.#idsOf(event, request)))];
    const sharers = new Sharers();
    const results =
      ids.length === 0
        ? Promise.resolve(new Map<string, EntityResult>())
        : this.#entities.read({ ...request, signal: sharers.signal }, ids);
    const shared: SharedResults = { results, sharers };
    groups.set(key, shared);
    // A failed read is not shared: the next request repeats it.
    results.catch(() => {
      if (groups.get(key) === shared) groups.delete(key);
    });
    return shared;
  }

  #groupsOf(page: EventPage, operation: object): Map<string, SharedResults> {
    const ofPage = this.#pages.get(page) ?? new WeakMap<object, Map<string, SharedResults>>();
    this.#pages.set(page, ofPage);
    const groups = ofPage.get(operation) ?? new Map<string, SharedResults>();
    ofPage.set(operation, groups);
    return groups;
  }

  #idsOf(event: LoggedEvent, { operation, mayReceive }: PayloadRequest): readonly string[] {
    const { eventType } = operation.subscription;
    if (event.type !== eventType.name || !mayReceive(event)) return [];
    const data = this.#data.get(event) ?? JSON.parse(event.data);
    this.#data.set(event, data);
    return eventType.subscription.idsOf(data);
  }
}

/** Waits for the results as one of the subscriptions that share them. */
async function resultsFor(
  { signal }: PayloadRequest,
  { results, sharers }: SharedResults,
): Promise<ReadonlyMap<string, EntityResult>> {
  const leave = sharers.add(signal);
  try {
    return await results;
  } finally {
    leave();
  }
}
