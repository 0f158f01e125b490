import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import type { Clock } from '../../../../platform/clock.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  guardedConnector,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
  withoutBrackets,
} from '../../../../platform/network/index.js';
import type { Pause } from '../../dependencies.js';
import { backoffSeconds, isDownloadAddress } from '../../network.js';

const longestHeader = 64;

/** Seconds to wait by a `Retry-After` header: a number, or a date (RFC 9110, section 10.2.3). `now` in milliseconds. */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const written = header?.trim() ?? '';
  if (written === '' || written.length > longestHeader) return undefined;
  if (/^\d+(\.\d+)?$/.test(written)) return Number(written);
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Attempts of one request when the other side fails or cannot be reached. */
const mostFailures = 5;
/** How often one request is put off because the other side asks for it. */
const mostPutOffs = 30;
/** Who asks to wait longer than this is asked again by a later job, not by a request that stays. */
const longestWaitSeconds = 120;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** The address comes out of an answer of this other address: it is asked only if it may be one of a download from there. */
  readonly toldBy?: URL;
}

export type HttpResponse = Dispatcher.ResponseData;

/** What waiting and repeating happened; a sync counts it in its figures. */
export interface EngineFigures {
  throttled: number;
  retries: number;
}

/** Sends requests to other servers, with the patience that they ask for. Redirects are not followed. */
export interface HttpEngine {
  readonly figures: EngineFigures;
  /**
   * Answers with any status but 429 and 5xx, which are repeated.
   * @throws {DomainError} UPSTREAM_FAILED, at once and with the reason `refused_address`, for an address that may not be asked
   * @throws {DomainError} UPSTREAM_FAILED, with `retryAfterSeconds` where the other side said when to come back
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function createHttpEngine(options: {
  clock: Clock;
  pause: Pause;
  random: () => number;
  resolve?: Resolve;
  maxAttempts?: number;
}): HttpEngine {
  const { clock, pause, random, resolve = resolveBySystem, maxAttempts = mostFailures } = options;
  const agents = createAgents(resolve);
  const figures: EngineFigures = { throttled: 0, retries: 0 };
  /** By origin: nothing is sent before this time (milliseconds), because the other side asked to wait. */
  const notBefore = new Map<string, number>();

  async function waitForTurn({ url, signal }: HttpRequest): Promise<void> {
    // Each request that was asked to wait moves the time; all others of the origin wait with it.
    for (let turn = 0; turn < mostPutOffs; turn++) {
      const milliseconds = (notBefore.get(url.origin) ?? 0) - clock.now();
      if (milliseconds <= 0) return;
      await pause(milliseconds / 1000, signal);
    }
  }

  async function putOff(sent: HttpRequest, seconds: number): Promise<void> {
    figures.throttled++;
    if (seconds > longestWaitSeconds) {
      throw new DomainError('UPSTREAM_FAILED', `${sent.url.host} asks to wait for ${Math.ceil(seconds)} seconds`, {
        reason: 'throttled',
        retryAfterSeconds: Math.ceil(seconds),
      });
    }
    const until = clock.now() + seconds * 1000;
    notBefore.set(sent.url.origin, Math.max(until, notBefore.get(sent.url.origin) ?? 0));
  }

  async function attempt(sent: HttpRequest): Promise<HttpResponse | Error> {
    const { method, url, headers, body, signal, toldBy } = sent;
    const dispatcher = agents.for(toldBy);
    try {
      return await request(url, { method, headers: headers ?? {}, body: body ?? null, signal, dispatcher });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (error instanceof RefusedAddressError) throw refused(url, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function send(sent: HttpRequest): Promise<HttpResponse> {
    let failures = 0;
    for (let putOffs = 0; ; ) {
      await waitForTurn(sent);
      const answer = await attempt(sent);
      if (!(answer instanceof Error) && answer.statusCode < 500 && answer.statusCode !== 429) return answer;
      const asked = answer instanceof Error ? undefined : await waitingAskedBy(answer, clock);
      if (asked !== undefined && ++putOffs <= mostPutOffs) {
        await putOff(sent, asked);
        continue;
      }
      failures++;
      if (failures >= maxAttempts) throw unreachable(sent.url, answer);
      figures.retries++;
      await pause(backoffSeconds({ failures, first: 1, longest: 30, chance: random() }), sent.signal);
    }
  }

  return { figures, send, close: agents.close };
}

/** Seconds by the answer's `Retry-After`; 429 without one counts as a failure. The body is done with. */
async function waitingAskedBy(answer: HttpResponse, clock: Clock): Promise<number | undefined> {
  await discard(answer);
  const header = answer.headers['retry-after'];
  return answer.statusCode === 429 || answer.statusCode === 503
    ? retryAfterSeconds(Array.isArray(header) ? header[0] : header, clock.now())
    : undefined;
}

/** Lets the connection be used again. A body that breaks off while nobody reads it is no failure. */
export async function discard(answer: HttpResponse): Promise<void> {
  await answer.body.dump({ limit: 65_536 }).catch(() => undefined);
}

function refused(url: URL, cause: Error): DomainError {
  const text = `A download was redirected to ${url.host}, which is not where the document site may send to`;
  return new DomainError('UPSTREAM_FAILED', text, { reason: 'refused_address' }, { cause });
}

function unreachable(url: URL, answer: HttpResponse | Error): DomainError {
  if (!(answer instanceof Error)) {
    return new DomainError('UPSTREAM_FAILED', `${url.host} answers ${answer.statusCode}`, {
      reason: answer.statusCode === 429 ? 'throttled' : 'unavailable',
      status: answer.statusCode,
    });
  }
  const code = 'code' in answer && typeof answer.code === 'string' ? answer.code : answer.name;
  const timedOut = /TIMEOUT/.test(code);
  return new DomainError(
    timedOut ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED',
    `${url.host} cannot be reached (${code})`,
    { reason: 'unreachable' },
    { cause: answer },
  );
}

const silenceMilliseconds = 60_000;
const connectMilliseconds = 10_000;
const limits = { connections: 32, headersTimeout: silenceMilliseconds, bodyTimeout: silenceMilliseconds };

/** Connections to the addresses of the settings, and to those that are told by them. */
export interface Agents {
  /** `toldBy`: the address whose answer told where to send; undefined for one of the settings. */
  for(toldBy: URL | undefined): Agent;
  close(): Promise<void>;
}

export function createAgents(resolve: Resolve): Agents {
  const settled = new Agent(limits);
  /** By the host that told of the addresses. */
  const guarded = new Map<string, Agent>();

  function guardedFor(hostname: string): Agent {
    const known = guarded.get(hostname);
    if (known !== undefined) return known;
    const guard = {
      resolve,
      isAllowed: async (address: string) =>
        isDownloadAddress(address, []) || isDownloadAddress(address, await addressesOf(hostname, resolve)),
    };
    const connect = guardedConnector(guard, (lookup) => buildConnector({ lookup, timeout: connectMilliseconds }));
    const made = new Agent({ ...limits, connect });
    guarded.set(hostname, made);
    return made;
  }

  return {
    for: (toldBy) => (toldBy === undefined ? settled : guardedFor(toldBy.hostname)),
    async close() {
      await Promise.all([settled, ...guarded.values()].map((agent) => agent.close()));
    },
  };
}

/** The addresses of a host; of one that cannot be resolved there are none. */
async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const literal = withoutBrackets(hostname);
  if (isIP(literal) !== 0) return [literal];
  return (await resolve(hostname).catch(() => [])).map(({ address }) => address);
}
