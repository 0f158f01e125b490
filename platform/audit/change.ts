import { sql } from 'drizzle-orm';
import type { Caller, OperatorCaller, RequestContext } from '../caller.js';
import type { Executor } from '../database/index.js';
import { array, execute, float8, nullable, text } from '../database/statements/index.js';
import { auditPending } from '../tables.js';
import { boundedJson, boundedObject } from './bounded.js';
import { storedColumns } from './entry.js';

/** Rampart itself, such as a job. */
interface SystemActor {
  readonly kind: 'system';
}

/** The caller, interface and source of a change: the request context, or {@link systemRequest}. */
export interface AuditRequest {
  readonly caller: Caller | SystemActor;
  readonly via: RequestContext['via'] | 'job';
  /** Empty if the change was not made over the network. */
  readonly sourceAddress: string;
}

/** Changes by Rampart itself. */
export const systemRequest: AuditRequest = { caller: { kind: 'system' }, via: 'job', sourceAddress: '' };

/** Verb and kind of object, such as `approve.account`. */
export type AuditAction = `${string}.${string}`;

/** A kind of object and its id, such as `account:6f1c…`. */
export type AuditObject = `${string}:${string}`;

/** The affected state. Truncated when it is stored; must not contain secrets. */
export type AuditState = object;

export interface AuditChange {
  readonly action: AuditAction;
  readonly object: AuditObject | readonly AuditObject[];
  /** Null or absent if the change belongs to no tenant, or to several. */
  readonly tenantId?: string | null;
  readonly before?: AuditState | null;
  readonly after?: AuditState | null;
  /** Unix epoch milliseconds; default: the database's clock. */
  readonly at?: number;
}

/** The database's clock in Unix epoch milliseconds. */
export const now = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;

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
    values (coalesce(${parameters.at}, ${now}), ${parameters.kind}, ${parameters.id}, ${parameters.name}, ${parameters.via},
      ${parameters.sourceAddress}, ${parameters.action}, ${parameters.objects}, ${parameters.tenantId}, ${parameters.before}::json, ${parameters.after}::json)`,
);

/**
 * Records a change in the audit log, once for all parts of it, in the transaction of the change. The entry exists if
 * and only if that transaction commits.
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

/** The identity of a caller, as in `viewer { id }`. */
export function callerId(caller: Caller): string {
  return `${caller.kind}:${actorOf(caller).id}`;
}

/** The actor of an entry, without data derived from a token. */
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

/** The id of the token. For a configured token it is the name, because the id is derived from the token. */
function operatorId({ credentialId, name }: OperatorCaller): string {
  if (credentialId === undefined) return name;
  return credentialId.startsWith('settings:') ? `settings:${name}` : credentialId;
}
