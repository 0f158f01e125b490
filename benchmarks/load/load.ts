import { connect, type Socket } from 'node:net';
import { ResponseReader } from './response-reader.js';

/** A request that all connections send repeatedly. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON body of a POST request. */
  readonly body?: string;
  /** Headers in addition to those of every request; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadOptions {
  /** Origin of the server, for example `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Requests that the connections send in turn. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Total number of responses, including the last response on each connection. */
  readonly responses: number;
  readonly requestsPerSecond: number;
  /** Median latency. */
  readonly medianMs: number;
  /** 99th percentile of the latency. */
  readonly p99Ms: number;
  /** Number of responses with a status other than 200. */
  readonly failures: number;
}

/**
 * Keeps every connection busy with one request at a time for `seconds`, and returns the throughput and latencies. Only
 * the ends of responses are parsed, because the load generator competes with the server for CPU time.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.origin);
  const messages = options.requests.map((request) => encodeRequest(url, request));
  const run = new LoadRun(messages, options.seconds * 1000);
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => openSocket(url)));
  run.start();
  await Promise.all(sockets.map((socket) => run.drive(socket)));
  return run.result();
}

class LoadRun {
  readonly #latenciesMs: number[] = [];
  #failures = 0;
  #responses = 0;
  #turn = 0;
  #startedAtMs = 0;
  #endedAtMs = 0;

  readonly #messages: readonly Buffer[];
  readonly #durationMs: number;

  constructor(messages: readonly Buffer[], durationMs: number) {
    this.#messages = messages;
    this.#durationMs = durationMs;
  }

  start(): void {
    this.#startedAtMs = performance.now();
  }

  /**
   * Sends requests on one connection until the time is up. Waits for the last response, but counts its latency only if
   * the connection has no other response.
   */
  drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader();
      let sentAtMs = 0;
      const send = (): void => {
        sentAtMs = performance.now();
        socket.write(this.#nextMessage());
      };
      socket.on('data', (arrived) => {
        try {
          if (!reader.read(arrived)) return;
        } catch (error) {
          socket.destroy();
          reject(error);
          return;
        }
        const nowMs = performance.now();
        this.#responses += 1;
        if (nowMs - this.#startedAtMs > this.#durationMs && this.#latenciesMs.length > 0) {
          socket.destroy();
          resolve();
          return;
        }
        this.#endedAtMs = nowMs;
        this.#latenciesMs.push(nowMs - sentAtMs);
        if (reader.status !== 200) this.#failures += 1;
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed a connection under load')));
      send();
    });
  }

  result(): LoadResult {
    const sorted = Float64Array.from(this.#latenciesMs).sort();
    return {
      responses: this.#responses,
      requestsPerSecond: sorted.length / ((this.#endedAtMs - this.#startedAtMs) / 1000),
      medianMs: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      failures: this.#failures,
    };
  }

  #nextMessage(): Buffer {
    const message = this.#messages[this.#turn++ % this.#messages.length];
    if (message === undefined) throw new Error('a load requires at least one request');
    return message;
  }
}

/** The value that a share (0 to 1) of the sorted values does not exceed; NaN for an empty array. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function openSocket(url: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function encodeRequest(url: URL, { method, path, body = '', headers = {} }: LoadRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${url.host}`, 'accept: application/json'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (method === 'POST') {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
