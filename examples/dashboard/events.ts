import type { AlertStatus, Severity } from './generated/operations.ts';
import { authorization, isRejection, type Server } from './graph.ts';

/** Data of an event about alerts (docs/operations.md, "Live updates"). */
export interface AlertsEvent {
  readonly change: 'opened' | 'changed';
  readonly tenantId: string;
  readonly ids: readonly string[];
  /**
   * The changed alerts. Absent if one change wrote more than 20 alerts: then query the graph for the displayed ones.
   */
  readonly alerts?: readonly {
    readonly id: string;
    readonly endpointId: string;
    readonly severity: Severity;
    readonly status: AlertStatus;
    readonly attackProb: number;
  }[];
}

/**
 * `reload`: reload all data, at the start and after events were lost. Events during the reload follow, so no event is
 * missed.
 */
export type Update = { readonly kind: 'alerts'; readonly event: AlertsEvent } | { readonly kind: 'reload' };

/** One block of a stream of server-sent events. */
interface Message {
  /** Position to resume from; undefined if the message has none. Heartbeats can have one too. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called with the reason when a stream ends, before the reconnect. */
  readonly onPause?: (reason: string) => void;
}

/** Minimum delay between attempts. The delay doubles with each failed attempt, up to `maxPauseMs`. */
export const minPauseMs = 500;
export const maxPauseMs = 30_000;

/**
 * Follows the alerts of a server until the signal aborts. An interrupted stream resumes after the id of the last event,
 * on any replica, without losing or repeating events. A stream without data for three heartbeats is reconnected too,
 * because a sleeping computer or a router may have dropped the connection.
 * @throws {Error} if the server rejects the caller
 */
export async function* followAlerts(server: Server, { signal, onPause }: FollowOptions): AsyncGenerator<Update> {
  let lastId = '';
  let pauseMs = minPauseMs;
  while (!signal.aborted) {
    let reason = 'the stream ended';
    const watchdog = new Watchdog();
    try {
      const opening = lastId === '' ? 'ready' : 'reset';
      const response = await watchdog.waitFor(open(server, lastId, AbortSignal.any([signal, watchdog.signal])));
      for await (const message of messagesOf(response, watchdog)) {
        pauseMs = minPauseMs;
        lastId = message.id ?? lastId;
        if (message.event === 'ready') watchdog.setHeartbeat(JSON.parse(message.data).heartbeatSeconds);
        if (message.event === opening || message.event === 'reset') yield { kind: 'reload' };
        // The server sends this event in this format.
        else if (message.event === 'alerts') yield { kind: 'alerts', event: JSON.parse(message.data) as AlertsEvent };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Rejected) throw error;
      reason = error instanceof Error ? error.message : String(error);
    }
    onPause?.(reason);
    await pauseFor(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
}

/** Waits this many milliseconds, or until the signal aborts. */
export function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}

/** Aborts requests to a server that sends no data for three heartbeat intervals. */
class Watchdog {
  readonly #timeout = new AbortController();
  /** Heartbeat interval that is used until the server has sent its own. */
  #heartbeatSeconds = 15;

  /** Aborts if no data was received for too long. */
  get signal(): AbortSignal {
    return this.#timeout.signal;
  }

  setHeartbeat(seconds: unknown): void {
    // Timers have a maximum; servers allow at most 300 seconds.
    if (typeof seconds === 'number' && seconds > 0 && seconds <= 300) this.#heartbeatSeconds = seconds;
  }

  async waitFor<Data>(data: Promise<Data>): Promise<Data> {
    const timeoutSeconds = 3 * this.#heartbeatSeconds;
    const timer = setTimeout(
      () => this.#timeout.abort(new Error(`received no data for ${timeoutSeconds} s`)),
      timeoutSeconds * 1000,
    );
    try {
      return await data;
    } finally {
      clearTimeout(timer);
    }
  }
}

class Rejected extends Error {
  override readonly name = 'Rejected';
}

async function open({ url, token }: Server, lastId: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${url}/events?types=alerts`, {
    headers: {
      accept: 'text/event-stream',
      ...authorization({ url, token }),
      ...(lastId !== '' && { 'last-event-id': lastId }),
    },
    signal,
  });
  if (response.ok) return response;
  const text = await response.text();
  // A retry is useless if the caller may not receive these events.
  if (isRejection(response.status)) throw new Rejected(`${response.status} ${text}`);
  throw new Error(`${response.status} ${text}`);
}

/** Parses an event stream (HTML standard, section 9.2.6). */
async function* messagesOf(response: Response, watchdog: Watchdog): AsyncGenerator<Message> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (
      let chunk = await watchdog.waitFor(reader.read());
      !chunk.done;
      chunk = await watchdog.waitFor(reader.read())
    ) {
      const blocks = (text + chunk.value).split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? '';
      yield* blocks.map(messageOf);
    }
  } finally {
    // Cancels the stream if the consumer stops; a failed stream has reported its error.
    reader.cancel().catch(() => {});
  }
}

function messageOf(block: string): Message {
  const fields = block.split(/\r\n|\n|\r/).map((line) => /^(?<name>[^:]*)(?:: ?(?<value>.*))?$/.exec(line)?.groups);
  const values = (name: string): string[] =>
    fields.flatMap((field) => (field?.name === name ? [field.value ?? ''] : []));
  return { id: values('id').at(-1), event: values('event').at(-1) ?? 'message', data: values('data').join('\n') };
}
