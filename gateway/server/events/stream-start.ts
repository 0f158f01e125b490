import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/caller.js';
import { type EventHub, parsePosition } from '../../../platform/events/index.js';
import { rateSubject } from '../../../platform/rate-subject.js';
import { sourceAddressOf } from '../addresses.js';
import type { ReadingStart } from './log-reader.js';

/**
 * Where a stream begins, and what was read from there on, when the client has been here before.
 * @param lastId the position that the client has, as text; undefined: none
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function startOf(hub: EventHub, lastId: string | undefined): Promise<ReadingStart> {
  const position = lastId === undefined ? undefined : parsePosition(lastId);
  if (position !== undefined) return { from: position, missed: await hub.read(position) };
  const from = await hub.end();
  return lastId === undefined ? { from } : { from, missed: { lost: 'foreign' } };
}

/** By whom streams are counted: an operator by name, anybody else by address, of IPv6 by the /64 network. */
export function streamOwner(caller: Caller, request: FastifyRequest): string {
  return caller.kind === 'operator' ? `operator ${caller.name}` : `address ${rateSubject(sourceAddressOf(request))}`;
}
