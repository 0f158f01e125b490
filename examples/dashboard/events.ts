import type { AlertStatus, Severity } from './generated/operations.ts';
import { authorization, isRefusal, type Server } from './graph.ts';

/** What the stream tells of alerts (docs/operations.md, "Live updates"). */
export interface AlertsEvent {
  readonly change: 'opened' | 'changed';
  readonly tenantId: string;
  readonly ids: readonly string[];
  /** Left out where one change wrote many alerts: ask the graph for those that are shown. */
  readonly alerts?: readonly {
    readonly id: string;
    readonly endpointId: string;
    readonly severity: Severity;
    readonly status: AlertStatus;
    readonly attackProb: number;
  }[];
}

/**
 * `anew`: everything that is shown has to be asked for, at the beginning and when events were lost for good. What happens while it is
 * asked for comes behind it: nothing falls between.
 */
export type Update = { readonly kind: 'alerts'; readonly event: AlertsEvent } | { readonly kind: 'anew' };

/** One block of a stream of server-sent events. */
interface Message {
  /** Where to go on after it; signs of life have one too. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Hears why a stream ended, before the next one is tried. */
  readonly onPause?: (reason: string) => void;
}

/** Between two attempts, in milliseconds; each is twice as long as the one before. */
export const shortestPause = 500;
export const longestPause = 30_000;

/**
 * Follows the alerts of a server until the signal. A stream that breaks off is taken up again, by the id of the last event, at
 * whichever replica answers: nothing is lost, nothing comes twice. So is one that is silent for three of the server's heartbeats: after
 * a sleep, or behind a router that forgot the connection, nobody ends it.
 * @throws {Error} when the server refuses the caller
 */
export async function* followAlerts(server: Server, { signal, onPause }: FollowOptions): AsyncGenerator<Update> {
  let lastId = '';
  let pause = shortestPause;
  while (!signal.aborted) {
    let reason = 'the stream ended';
    const watchdog = new Watchdog();
    try {
      const opening = lastId === '' ? 'ready' : 'reset';
      const response = await watchdog.hear(open(server, lastId, AbortSignal.any([signal, watchdog.signal])));
      for await (const message of messagesOf(response, watchdog)) {
        pause = shortestPause;
        lastId = message.id ?? lastId;
        if (message.event === 'ready') watchdog.setHeartbeat(JSON.parse(message.data).heartbeatSeconds);
        if (message.event === opening || message.event === 'reset') yield { kind: 'anew' };
        // The server sends this event in this form.
        else if (message.event === 'alerts') yield { kind: 'alerts', event: JSON.parse(message.data) as AlertsEvent };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused) throw error;
      reason = error instanceof Error ? error.message : String(error);
    }
    onPause?.(reason);
    await pauseFor(pause, signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Waits so many milliseconds, or until the signal. */
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

/** Ends the wait for a server that has fallen silent. */
class Watchdog {
  readonly #silence = new AbortController();
  /** Older servers do not tell theirs. */
  #heartbeatSeconds = 15;

  /** Comes when nothing was heard for too long. */
  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  setHeartbeat(seconds: unknown): void {
    // Timers cannot wait for just any time; no server may be set to more.
    if (typeof seconds === 'number' && seconds > 0 && seconds <= 300) this.#heartbeatSeconds = seconds;
  }

  async hear<Sign>(sign: Promise<Sign>): Promise<Sign> {
    const longest = 3 * this.#heartbeatSeconds;
    const timer = setTimeout(() => this.#silence.abort(new Error(`no data for ${longest} s`)), longest * 1000);
    try {
      return await sign;
    } finally {
      clearTimeout(timer);
    }
  }
}

class Refused extends Error {
  override readonly name = 'Refused';
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
  // Asking again changes nothing for whoever may not hear this.
  if (isRefusal(response.status)) throw new Refused(`${response.status} ${text}`);
  throw new Error(`${response.status} ${text}`);
}

/** Reads a stream as the HTML standard says (section 9.2.6). */
async function* messagesOf(response: Response, watchdog: Watchdog): AsyncGenerator<Message> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let piece = await watchdog.hear(reader.read()); !piece.done; piece = await watchdog.hear(reader.read())) {
      const blocks = (text + piece.value).split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? '';
      yield* blocks.map(messageOf);
    }
  } finally {
    // Whoever stops listening hangs up; a stream that broke off has told so.
    reader.cancel().catch(() => {});
  }
}

function messageOf(block: string): Message {
  const fields = block.split(/\r\n|\n|\r/).map((line) => /^(?<name>[^:]*)(?:: ?(?<value>.*))?$/.exec(line)?.groups);
  const values = (name: string): string[] =>
    fields.flatMap((field) => (field?.name === name ? [field.value ?? ''] : []));
  return { id: values('id').at(-1), event: values('event').at(-1) ?? 'message', data: values('data').join('\n') };
}
