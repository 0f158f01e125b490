import type { Caller, OperatorCaller, RequestContext } from '../caller.js';
import { type Executor, runStatement } from '../database/index.js';
import { boundedJson, boundedObject } from './bounded.js';
import { storedColumns } from './entry.js';

/** Work of the product itself, such as a job. */
export interface SystemActor {
  readonly kind: 'system';
}

/** Who makes a change, through which interface, and from where: the request context, or {@link systemRequest}. */
export interface AuditRequest {
  readonly caller: Caller | SystemActor;
  readonly via: RequestContext['via'] | 'job';
  /** Empty: not over the network. */
  readonly sourceAddress: string;
}

/** What the product does by itself. */
export const systemRequest: AuditRequest = { caller: { kind: 'system' }, via: 'job', sourceAddress: '' };

/** What is done to what, such as `approve.account`. */
export type AuditAction = `${string}.${string}`;

/** A kind of object and its id, such as `account:6f1c…`. */
export type AuditObject = `${string}:${string}`;

/** The state of what is changed, as far as the change is about it. Bounded when it is stored; never a secret. */
export type AuditState = object;

export interface AuditChange {
  readonly action: AuditAction;
  readonly object: AuditObject | readonly AuditObject[];
  /** Absent: of no tenant, or of several. */
  readonly tenantId?: string | null;
  readonly before?: AuditState | null;
  readonly after?: AuditState | null;
  /** Unix epoch milliseconds; the database's clock when absent. */
  readonly at?: number;
}

export const now = 'floor(extract(epoch from clock_timestamp()) * 1000)';

const insertText = `insert into platform.audit_pending (${storedColumns})
  values (coalesce($1::float8, ${now}), $2, $3::text, $4::text, $5, $6::text, $7, $8::text[], $9::text, $10::text::json,
    $11::text::json)`;

/**
 * Records a change in the audit log, in the transaction of the change: once for everything that belongs to one change. An entry is there
 * exactly when that transaction commits.
 */
export async function recordAudit(sql: Executor, request: AuditRequest, change: AuditChange): Promise<void> {
  const { action, object, tenantId = null, before, after, at = null } = change;
  const { kind, id, name } = actorOf(request.caller);
  const objects = (typeof object === 'string' ? [object] : object).map(boundedObject);
  await runStatement(sql, insertText, [
    ...[at, kind, id, name, request.via, request.sourceAddress || null, action],
    ...[objects, tenantId, boundedJson(before), boundedJson(after)],
  ]);
}

export interface AuditActor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

/** The actor of an entry: never what is derived from a token. */
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

/** The id of the token; of tokens of the settings that they are, without what is derived from the token. */
function operatorId({ credentialId, name }: OperatorCaller): string {
  if (credentialId === undefined) return name;
  return credentialId.startsWith('settings:') ? `settings:${name}` : credentialId;
}
