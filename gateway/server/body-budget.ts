import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.js';
import { rateSubject } from '../../platform/rate-subject.js';
import { ResourceCounts } from '../../platform/resource-counts.js';
import { sourceAddressOf } from './addresses.js';
import type { RequestLimit } from './caller-limits.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests of the route count toward `[server] max_requests_per_minute`. */
    limitsRequests?: boolean;
  }
}

/**
 * Bodies up to this size in bytes are not counted: most of them arrive with their headers, and the maximum number of
 * connections of a source limits their memory to 32 MB.
 */
const smallBodyBytes = 65_536;
/** Size of the budget of a source in bodies of the maximum size of `/graphql`. */
const bodiesPerSource = 6;
/** Minimum budget of a source in bytes, because other paths accept bodies of 1 MiB regardless of that maximum. */
const minSourceBytes = 16 * 1024 * 1024;
/** Size of the budget of the process in budgets of a source. */
const sourcesPerProcess = 4;
/** Seconds after which clients should repeat a request that the budget did not permit. */
const retryAfterSeconds = 5;

/**
 * Counts the bytes of request bodies in the memory of the process, in total and by source (an IPv4 address, or the /64
 * network of an IPv6 address).
 */
export class BodyBudget extends ResourceCounts {
  readonly #sourceBytes: number;
  readonly #processBytes: number;

  /** @param maxBodyBytes maximum size of a body of `/graphql` */
  constructor({ maxBodyBytes }: { maxBodyBytes: number }) {
    super();
    this.#sourceBytes = Math.max(minSourceBytes, bodiesPerSource * maxBodyBytes);
    this.#processBytes = sourcesPerProcess * this.#sourceBytes;
  }

  /**
   * Adds received bytes.
   * @returns the error if they exceed the budget, SERVICE_UNAVAILABLE `{ retryAfterSeconds }`; they are not added then
   */
  add(source: string, bytes: number): DomainError | undefined {
    const ofSource = this.countOf(source) + bytes;
    if (ofSource > this.#sourceBytes) return exceeded('from this IPv4 address or IPv6 /64 network', this.#sourceBytes);
    if (this.total + bytes > this.#processBytes) return exceeded('on this server', this.#processBytes);
    this.change(source, bytes);
    return undefined;
  }

  /** Removes bytes that were added. */
  remove(source: string, bytes: number): void {
    this.change(source, -bytes);
  }
}

function exceeded(where: string, bytes: number): DomainError {
  const message = `The request bodies in progress ${where} exceed ${bytes} bytes in total. Send fewer at the same time, or try again in ${retryAfterSeconds} s.`;
  const error = new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds });
  // Without a status, the framework would treat the error as an interrupted connection.
  return Object.assign(error, { statusCode: 503 });
}

export interface BodyLimits {
  readonly budget: BodyBudget;
  readonly requestLimit: Pick<RequestLimit, 'refuseEarly'>;
}

/**
 * Limits the memory of request bodies, which are read before the caller is authenticated: rejects large bodies of
 * sources without remaining requests, and counts the others in the budget until the response has ended. Routes with
 * `config: { streamsBody: true }` are exempt.
 */
export function limitBodyMemory(app: FastifyInstance, limits: BodyLimits): void {
  // Routes without bodies have no additional hook.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || route.method === 'OPTIONS') return;
    const { limitsRequests = false } = route.config ?? {};
    route.preParsing = [
      ...[route.preParsing ?? []].flat(),
      (request, reply, payload, done) => {
        if (!isLarge(request)) return done(null, payload);
        const refusal = limitsRequests ? limits.requestLimit.refuseEarly(request, reply) : undefined;
        if (refusal === undefined) return done(null, payload.pipe(countedBody({ request, reply }, limits.budget)));
        // Otherwise, Node.js would read the body to reuse the connection.
        void reply.header('connection', 'close');
        done(refusal);
      },
    ];
  });
}

/** Whether the body of a request is counted. Bodies without `Content-Length` can have any size. */
function isLarge({ headers, arrival }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return arrival !== undefined && (length === undefined || Number(length) > smallBodyBytes);
}

/** Creates a stream for the body of a request, which fails when the body exceeds the budget. */
function countedBody({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, budget: BodyBudget) {
  const source = rateSubject(sourceAddressOf(request));
  let counted = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      // After the end of the response, nothing would remove the bytes.
      if (reply.raw.destroyed) return done();
      const error = budget.add(source, chunk.length);
      if (error !== undefined) return done(error);
      counted += chunk.length;
      done(null, chunk);
    },
  });
  // Without a listener, errors would end the process. The parser removes its own when it rejects the body.
  body.on('error', () => {});
  request.raw.once('error', (error) => body.destroy(error));
  // The parsed body remains in memory as long as its request.
  reply.raw.once('close', () => budget.remove(source, counted));
  return body;
}
