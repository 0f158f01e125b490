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

/** A rejected call, with a message for the gateway's log. */
export class RejectedCall {
  readonly message: string;
  /** Whether the call has a valid signature. */
  readonly isSigned: boolean;

  constructor({ reason, description = reason }: Pick<Rejection, 'reason' | 'description'>) {
    this.message = `The call was rejected: ${description}`;
    this.isSigned = reason !== 'unsigned' && reason !== 'bad-signature';
  }
}

interface Rejection extends Pick<ReceivedCall, 'to' | 'from'> {
  readonly reason: CallRejection | 'settings';
  /** Description of the reason for people; default: `reason`. */
  readonly description?: string;
}

/** Admits verified calls. The reasons it returns for rejected calls do not help to forge a call. */
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
    // With different settings, an anonymous caller could have access here that the gateway's settings deny.
    const description = `[auth] alerts is ${call.alerts} on the gateway and ${this.#alerts} here: set both to the same value`;
    return this.#reject({ reason: 'settings', description, to, from });
  }

  #reject(rejected: Rejection): RejectedCall {
    const { reason, description = reason, to, from } = rejected;
    this.#metrics.countRejectedCall(reason);
    const now = this.#options.clock.now();
    if (now - (this.#loggedAt.get(description) ?? Number.NEGATIVE_INFINITY) >= rejectionLogIntervalMs) {
      this.#loggedAt.set(description, now);
      this.#options.log.warn({ rejection: description, from, path: to }, 'a call was rejected');
    }
    return new RejectedCall(rejected);
  }
}

function reject(reply: FastifyReply, { message }: RejectedCall): false {
  // The connection cannot be reused, because the rest of the body is not read.
  reply.code(401).header('connection', 'close').send(neutralErrorBody(message));
  return false;
}

/** The access to alerts that the setting `[auth] alerts` grants to callers without credentials. */
export function alertAccess(setting: string): AlertAccess {
  return setting === 'token' ? 'token' : 'open';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? undefined : header;
}
