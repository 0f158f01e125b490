import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/subgraph.js';
import { type Metrics, neutralErrorBody } from '../server/index.js';
import {
  type AlertAccess,
  type Call,
  type CallRefusal,
  callHeader,
  createCallVerifier,
  isBodyOf,
  signatureHeader,
  type VerifyCall,
} from './signed-call.js';

type CallGuardOptions = Pick<Platform, 'configuration' | 'clock' | 'log'>;
type CallGuardMetrics = Pick<Metrics, 'countRefusedCall'>;

const refusalLogMs = 1000;

/** Admits verified calls, and rejects others with a reason that does not help to forge one. */
export class CallGuard {
  readonly #verify: VerifyCall;
  readonly #alerts: AlertAccess;
  readonly #options: CallGuardOptions;
  readonly #metrics: CallGuardMetrics;
  readonly #calls = new WeakMap<FastifyRequest, Call>();
  readonly #loggedAt = new Map<string, number>();

  constructor(options: CallGuardOptions, metrics: CallGuardMetrics) {
    const { cluster, auth } = options.configuration;
    this.#options = options;
    this.#metrics = metrics;
    this.#verify = createCallVerifier({ secrets: cluster.sharedSecret, clock: options.clock });
    this.#alerts = alertAccess(auth.alerts);
  }

  /**
   * Decides by the headers alone, because the body of an unauthorized call is not read. Returns false after rejecting
   * the call.
   */
  admits(request: FastifyRequest, reply: FastifyReply): boolean {
    const call = this.#verify({
      to: request.routeOptions.url ?? '',
      call: textOf(request.headers[callHeader]),
      signature: textOf(request.headers[signatureHeader]),
    });
    if (typeof call === 'string') return this.#refuse({ request, reply, reason: call });
    // Otherwise, an anonymous caller would have access here that the gateway's settings deny.
    if (call.alerts !== this.#alerts) {
      const text = `[auth] alerts is ${call.alerts} on the gateway and ${this.#alerts} here`;
      return this.#refuse({ request, reply, reason: 'settings', text });
    }
    this.#calls.set(request, call);
    return true;
  }

  /** Verifies the body after it was read. Returns false after rejecting the call. */
  admitsBody(request: FastifyRequest, reply: FastifyReply): boolean {
    const { call, body } = this.admitted(request);
    return isBodyOf(call, body) || this.#refuse({ request, reply, reason: 'forged' });
  }

  /** @throws {Error} for a request that was not admitted */
  admitted(request: FastifyRequest): { call: Call; body: Buffer } {
    const call = this.#calls.get(request);
    if (call === undefined) throw new Error('the call is not authenticated');
    return { call, body: request.body instanceof Buffer ? request.body : Buffer.alloc(0) };
  }

  #refuse(refused: {
    request: FastifyRequest;
    reply: FastifyReply;
    reason: CallRefusal | 'settings';
    text?: string;
  }): false {
    const { request, reply, reason, text = reason } = refused;
    this.#metrics.countRefusedCall(reason);
    this.#log(text, request);
    // The rest of the body is not read.
    reply
      .code(401)
      .header('connection', 'close')
      .send(neutralErrorBody(`The call was rejected: ${text}`));
    return false;
  }

  #log(refusal: string, request: FastifyRequest): void {
    const now = this.#options.clock.now();
    if (now - (this.#loggedAt.get(refusal) ?? Number.NEGATIVE_INFINITY) < refusalLogMs) return;
    this.#loggedAt.set(refusal, now);
    this.#options.log.warn({ refusal, from: request.ip, path: request.routeOptions.url }, 'a call was rejected');
  }
}

/** The access of callers without credentials, from the setting. */
export function alertAccess(setting: string): AlertAccess {
  return setting === 'token' ? 'token' : 'open';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}
