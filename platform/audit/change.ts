import { sql } from 'drizzle-orm';
import type { Caller, OperatorCaller, RequestContext } from '../caller.js';
import type { Executor } from '../database/index.js';
import { array, execute, float8, nullable, text } from '../database/statements/index.js';
import { auditPending } from '../tables.js';
import { boundedJson, boundedObject } from './bounded.js';
import { storedColumns } from './entry.js';

/** The caller of changes that Rampart makes itself, for example in a job. */
interface SystemActor {
  readonly kind: 'system';
}

/** The caller, interface and source address of a change: a request context, or {@link systemRequest}. */
export interface AuditRequest {
  readonly caller: Caller | SystemActor;
  readonly via: RequestContext['via'] | 'job';
  /** IP address of the caller; empty if the change was not made over the network. */
  readonly sourceAddress: string;
}

/** The audit request for changes that Rampart makes itself. */
export const systemRequest: AuditRequest = { caller: { kind: 'system' }, via: 'job', sourceAddress: '' };

/** An audited action: verb and kind of object, such as `approve.account`. */
export type AuditAction = `${string}.${string}`;

/** An audited object: kind and id, such as `account:6f1c…`. */
export type AuditObject = `${string}:${string}`;

/** State of the changed objects before or after the change. Truncated when it is stored; must not contain secrets. */
export type AuditState = object;

export interface AuditChange {
  readonly action: AuditAction;
  readonly object: AuditObject | readonly AuditObject[];
  /** Tenant of the changed objects; null or absent if the change belongs to no tenant, or to several. */
  readonly tenantId?: string | null;
  readonly before?: AuditState | null;
  readonly after?: AuditState | null;
  /** Time of the change in Unix epoch milliseconds; default: the database's clock. */
  readonly at?: number;
}

/** The tenant of objects with these lists of tenants (null: all tenants); null if they belong to several. */
export function onlyTenant(...lists: readonly (readonly string[] | null)[]): string | null {
  const [tenantId = null, ...others] = new Set(lists.flatMap<string | null>((tenants) => tenants ?? [null]));
  return others.length === 0 ? tenantId : null;
}

/** SQL for the database's clock in Unix epoch milliseconds. */
export const databaseNowMs = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;

const insertChange = execute(
  {
    at: nullable(float8),
    ...{ kind: text, id: nullable(text), name: nullable(text), via: text, sourceAddress: nullable(text) },
    ...{
      action: text,
      objects: array(text),
      tenantId: nullable(text),
      before: nullable(text),
      after: nullable(text),
    },
  },
  (parameters) => sql`insert into ${auditPending} (${storedColumns})
    values (coalesce(${parameters.at}, ${databaseNowMs}), ${parameters.kind}, ${parameters.id}, ${parameters.name}, ${parameters.via},
      ${parameters.sourceAddress}, ${parameters.action}, ${parameters.objects}, ${parameters.tenantId}, ${parameters.before}::json, ${parameters.after}::json)`,
);

/**
 * Records a change as one audit entry, in the transaction that makes the change. The entry exists if and only if that
 * transaction commits.
 */
export async function recordAudit(executor: Executor, request: AuditRequest, change: AuditChange): Promise<void> {
  const { action, object, tenantId = null, before, after, at = null } = change;
  await insertChange(executor, {
    ...actorOf(request.caller),
    ...{ at, action, tenantId, via: request.via, sourceAddress: request.sourceAddress || null },
    objects: (typeof object === 'string' ? [object] : object).map(boundedObject),
    before: boundedJson(before),
    after: boundedJson(after),
  });
}

export interface AuditActor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

/** The id of a caller, which the graph returns as `viewer { id }`. */
export function callerId(caller: Caller): string {
  return `${caller.kind}:${actorOf(caller).id}`;
}

/** The actor of an audit entry for a caller, without data derived from a token. */
export function actorOf(caller: AuditRequest['caller']): AuditActor {
  switch (caller.kind) {
    case 'operator':
      return { kind: caller.kind, id: operatorId(caller), name: caller.name };
    case 'account':
      return { kind: caller.kind, id: caller.accountId, name: caller.username };
    case 'mirror-client':
      return { kind: caller.kind, id: caller.clientId, name: null };
    default:
      return { kind: caller.kind, id: null, name: null };
  }
}

/**
 * The actor id of an operator: the credential id, or the name if there is none, as for the command line. For a token
 * from the settings, the name of the token replaces its credential id, which is derived from the token.
 */
function operatorId({ credentialId, name }: OperatorCaller): string {
  if (credentialId === undefined) return name;
  return credentialId.startsWith('settings:') ? `settings:${name}` : credentialId;
}
