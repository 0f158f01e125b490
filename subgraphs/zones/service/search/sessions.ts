import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../../platform/caller.js';
import { DomainError } from '../../../../platform/domain-error.js';
import {
  deleteExpiredSessions,
  insertSession,
  type Session,
  type SessionRequest,
  touchSession,
} from '../../repository/search/sessions.js';
import type { ZoneDependencies } from '../dependencies.js';
import { patternText, type SearchParameters } from './parameters.js';

type SessionDependencies = Pick<ZoneDependencies, 'database' | 'clock' | 'configuration'>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keeps what the next pages need and returns the session's id (`pit`). */
export async function openSession(
  { database, clock, configuration }: SessionDependencies,
  { caller, session }: { caller: Caller; session: Session },
): Promise<string> {
  const id = randomUUID();
  const expiresAt = clock.now() + configuration.zones.pitTtlSeconds * 1000;
  await database.guard((sql) => insertSession(sql, { ...session, id, owner: ownerOf(caller), expiresAt }));
  return id;
}

/**
 * The session of this id, which lives for another while from now on: specification, section 8, rule 4.
 * @throws {DomainError} GONE when it is unknown, expired or somebody else's; nobody learns which
 */
export async function continueSession(
  { database, clock, configuration }: SessionDependencies,
  { caller, pit }: { caller: Caller; pit: string },
): Promise<Session> {
  const now = clock.now();
  const expiresAt = now + configuration.zones.pitTtlSeconds * 1000;
  const session = uuid.test(pit)
    ? await database.guard((sql) => touchSession(sql, { id: pit, owner: ownerOf(caller), now, expiresAt }))
    : undefined;
  if (session === undefined) throw new DomainError('GONE', 'The pit has expired; restart from page 1');
  return session;
}

/**
 * Parameters that are sent again must be those of the first page; what is left out is taken from it.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function assertSameSearch(parameters: SearchParameters, request: SessionRequest): void {
  const { zone, pattern, bounds } = parameters;
  const search = patternText(pattern);
  const differs: Readonly<Record<string, boolean>> = {
    zone: zone !== request.zone,
    search: search !== '' && search !== request.search,
    start: bounds.start !== null && bounds.start !== request.start,
    end: bounds.end !== null && bounds.end !== request.end,
  };
  const [name] = Object.keys(differs).filter((each) => differs[each]);
  if (name === undefined) return;
  throw new DomainError('BAD_USER_INPUT', `${name} is not what the first page was asked for; only limit may change`);
}

/** Removes the sessions that are over; those of an open database only take room. */
export async function sweepSessions({ database, clock }: SessionDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredSessions(sql, clock.now()));
}

function ownerOf(caller: Caller): string {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? `operator ${caller.name}` : caller.kind;
}
