import { callerId } from '../../../platform/audit/index.js';
import { callerName } from '../../../platform/caller.js';
import { epochSeconds } from '../../../platform/clock.js';
import type { Executor } from '../../../platform/database/index.js';
import { invalidArgument } from '../../../platform/domain-error.js';
import {
  assertBetween,
  assertMaxCharacters,
  assertMaxItems,
  assertStorableText,
  maxCharacters,
} from '../../../platform/input-limits.js';
import { type Permission, permissions } from '../../../platform/permissions/index.js';
import { quoted } from '../../../platform/quoted.js';
import { permittedTenants, type Scope, scopeOf } from '../authorization.js';
import type { AlertRequest } from '../dependencies.js';
import { type KnownPerson, type PeopleQuery, selectKnownPeople } from './repository.js';

export type { KnownPerson } from './repository.js';

/** The id and name of a person, as stored with comments and assignments. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A person, and the tenants for which the person has a role; null: all tenants. */
export type Assignee = Pick<KnownPerson, 'id' | 'name' | 'tenants'>;

const maxPeople = 100;

/** The person whose id and name are stored in two columns; null without an id. */
export function personOf(id: string | null | undefined, name: string | null | undefined): Person | null {
  return id === null || id === undefined ? null : { id, name: name ?? '' };
}

/**
 * The people with a role for a tenant, or for any tenant of the caller, sorted by name.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–100, too many ids, or a search or id that is too long
 */
export async function alertPeople(
  request: AlertRequest,
  input: {
    tenantId: string | null | undefined;
    search: string | null | undefined;
    ids?: string[] | null | undefined;
    first: number;
  },
): Promise<(Person & { canTriage: boolean })[]> {
  const tenants = permittedTenants(scopeOf(request, 'alerts.people'), input.tenantId);
  assertBetween({ name: 'first', value: input.first, min: 1, max: maxPeople });
  assertMaxCharacters('search', input.search, maxCharacters.search);
  assertMaxItems('ids', input.ids, maxPeople);
  for (const id of input.ids ?? []) assertStorableText('ids', id, maxCharacters.personId);
  if (tenants === undefined) {
    await request.store.assertAttached();
    return [];
  }
  const { search, ids = null, first } = input;
  const query = peopleQuery(request, { tenants, search: search || null, ids, first });
  const people = await request.store.run((sql) => selectKnownPeople(sql, query));
  return people.map(({ id, name, role }) => ({ id, name, canTriage: rolesOf('alerts.discuss').includes(role) }));
}

/**
 * Finds the person with this id, to whom alerts can be assigned. The caller is always found.
 * @throws {DomainError} BAD_USER_INPUT `{ argument }` if nobody who may change alerts of the scope has the id
 */
export async function requireAssignee(
  request: AlertRequest,
  { argument, id, scope }: { argument: string; id: string; scope: Scope },
): Promise<Assignee> {
  assertStorableText(argument, id, maxCharacters.personId);
  const found = await request.store.run((sql) => findAssignee(request, sql, { id, scope }));
  if (found !== undefined) return found;
  const message = `No person who may change alerts has the id ${quoted(id)}: use the id of a person from alertPeople whose canTriage is true`;
  throw invalidArgument(argument, message);
}

/** Like {@link requireAssignee}, but returns undefined if nobody has the id. */
export async function findAssignee(
  request: AlertRequest,
  executor: Executor,
  { id, scope }: { id: string; scope: Scope },
): Promise<Assignee | undefined> {
  const { caller } = request;
  // Callers who are in no list, such as programs with access tokens, can assign alerts to themselves.
  if (id === callerId(caller)) return { id, name: callerName(caller), tenants: scope.tenants };
  const query = peopleQuery(request, { tenants: scope.tenants, ids: [id], first: 1 }, 'alerts.discuss');
  const [found] = await selectKnownPeople(executor, query);
  return found && { ...found, tenants: found.role === 'admin' ? null : found.tenants };
}

/** The people who have a role for the tenant and whose name follows an @ in a text; at most `first` people. */
export async function peopleNamedIn(
  request: AlertRequest,
  executor: Executor,
  { text, tenantId, first }: { text: string; tenantId: string; first: number },
): Promise<Person[]> {
  if (!text.includes('@')) return [];
  return await selectKnownPeople(executor, peopleQuery(request, { tenants: [tenantId], text, first }));
}

type PeopleRequest = Pick<PeopleQuery, 'tenants' | 'ids' | 'search' | 'text' | 'first'>;

function peopleQuery(
  { settings, clock }: AlertRequest,
  requested: PeopleRequest,
  permission: Permission = 'alerts.people',
): PeopleQuery {
  const now = epochSeconds(clock);
  return { ...requested, roles: rolesOf(permission), administrators: settings.administrators, now };
}

function rolesOf(permission: Permission): string[] {
  return Object.keys(permissions[permission].grants);
}
