import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import { DomainError } from '../../../platform/domain-error.js';
import { type EventHub, parsePosition } from '../../../platform/events/index.js';
import { rateSubject } from '../../../platform/rate-subject.js';
import { timeoutAfter } from '../../../platform/timeout-after.js';
import { untilAborted } from '../../../platform/until-aborted.js';
import { sourceAddressOf } from '../addresses.js';
import { rateLimitKey } from '../caller-limits.js';
import type { ReadingStart } from './log-reader.js';

const retryAfterSeconds = 5;

/**
 * Runs the work that opens a stream with the timeout of a request, because a connection to a dead database host reports
 * no error.
 * @throws {DomainError} STORE_UNAVAILABLE after the timeout, and errors of the work
 */
export async function withinRequestTime<Result>(
  timeoutSeconds: number,
  work: Result | Promise<Result>,
): Promise<Result> {
  const signal = timeoutAfter(timeoutSeconds);
  return await untilAborted(signal, Promise.resolve(work)).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
    throw new DomainError('STORE_UNAVAILABLE', 'The database did not respond in time', { retryAfterSeconds });
  });
}

/**
 * The position at which a stream begins and, for a client that resumes, the first events.
 * @param lastId the last event id of the client; undefined for a new client
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function readingStartOf(hub: EventHub, lastId: string | undefined): Promise<ReadingStart> {
  const position = lastId === undefined ? undefined : parsePosition(lastId);
  if (position !== undefined) return { from: position, missed: await hub.read(position) };
  const from = await hub.end();
  return lastId === undefined ? { from } : { from, missed: { lost: 'other-database' } };
}

/**
 * The key by which the stream limit counts a caller: the id of an operator, because several can have the same name, or
 * the address of another caller (IPv6: the /64 network).
 */
export function streamLimitKey(caller: Caller, request: FastifyRequest): string {
  const source = sourceAddressOf(request);
  return caller.kind === 'operator' ? rateLimitKey(caller, source) : `address ${rateSubject(source)}`;
}
