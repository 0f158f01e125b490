import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/subgraph.js';
import { type Metrics, neutralErrorBody } from '../server/index.js';
import {
  type AlertAccess,
  type Call,
  type CallRejection,
  callHeader,
  createCallVerifier,
  isBodyOf,
  signatureHeader,
  type VerifyCall,
} from './signed-call.js';

type CallGuardOptions = Pick<Platform, 'configuration' | 'clock' | 'log'>;
type CallGuardMetrics = Pick<Metrics, 'countRejectedCall'>;

const rejectionLogIntervalMs = 1000;

/** A call to a subgraph, with its headers and body as received. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The path that received the call. */
  readonly to: string;
  /** The IP address of the sender. */
  readonly from: string;
}

/** A rejected call, with the reason as text for the gateway's log. */
export class RejectedCall {
  readonly text: string;
  /** Whether the call has a valid signature. */
  readonly isSigned: boolean;

  constructor({ reason, text = reason }: Pick<Rejection, 'reason' | 'text'>) {
    this.text = `The call was rejected: ${text}`;
    this.isSigned = reason !== 'unsigned' && reason !== 'bad-signature';
  }
}

interface Rejection extends Pick<ReceivedCall, 'to' | 'from'> {
  readonly reason: CallRejection | 'settings';
  /** The reason as text for the log; default: `reason`. */
  readonly text?: string;
}

/** Admits verified calls. The reasons with which it rejects other calls do not help to forge a call. */
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
   * Verifies the headers of a call before its body is read, so bodies of unauthorized calls are never read. Returns
   * false after rejecting the call.
   */
  admit(request: FastifyRequest, reply: FastifyReply): boolean {
    const to = request.routeOptions.url ?? '';
    const call = this.#verifyHeaders({ headers: request.headers, to, from: request.ip });
    if (call instanceof RejectedCall) return reject(reply, call);
    this.#calls.set(request, call);
    return true;
  }

  /** Verifies the body of a call after it was read. Returns false after rejecting the call. */
  admitBody(request: FastifyRequest, reply: FastifyReply): boolean {
    const { call, body } = this.admittedCall(request);
    return (
      isBodyOf(call, body) || reject(reply, this.#reject({ reason: 'bad-signature', to: call.to, from: request.ip }))
    );
  }

  /** Verifies the headers and the body of a call. */
  verifyCall({ body, ...received }: ReceivedCall): Call | RejectedCall {
    const call = this.#verifyHeaders(received);
    if (call instanceof RejectedCall || isBodyOf(call, body)) return call;
    return this.#reject({ reason: 'bad-signature', ...received });
  }

  /** @throws {Error} for a request that was not admitted */
  admittedCall(request: FastifyRequest): { call: Call; body: Buffer } {
    const call = this.#calls.get(request);
    if (call === undefined) throw new Error('the call is not authenticated');
    return { call, body: request.body instanceof Buffer ? request.body : Buffer.alloc(0) };
  }

  #verifyHeaders({ headers, to, from }: Omit<ReceivedCall, 'body'>): Call | RejectedCall {
    const call = this.#verify({ to, call: textOf(headers[callHeader]), signature: textOf(headers[signatureHeader]) });
    if (typeof call === 'string') return this.#reject({ reason: call, to, from });
    if (call.alerts === this.#alerts) return call;
    // Otherwise, an anonymous caller would have access here that the gateway's settings deny.
    const text = `[auth] alerts is ${call.alerts} on the gateway and ${this.#alerts} here`;
    return this.#reject({ reason: 'settings', text, to, from });
  }

  #reject(rejected: Rejection): RejectedCall {
    const { reason, text = reason, to, from } = rejected;
    this.#metrics.countRejectedCall(reason);
    const now = this.#options.clock.now();
    if (now - (this.#loggedAt.get(text) ?? Number.NEGATIVE_INFINITY) >= rejectionLogIntervalMs) {
      this.#loggedAt.set(text, now);
      this.#options.log.warn({ rejection: text, from, path: to }, 'a call was rejected');
    }
    return new RejectedCall(rejected);
  }
}

function reject(reply: FastifyReply, { text }: RejectedCall): false {
  // The rest of the body is not read.
  reply.code(401).header('connection', 'close').send(neutralErrorBody(text));
  return false;
}

/** Reads the access of callers without credentials from the setting. */
export function alertAccess(setting: string): AlertAccess {
  return setting === 'token' ? 'token' : 'open';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}
