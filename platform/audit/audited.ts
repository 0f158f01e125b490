import { type SQL, sql } from 'drizzle-orm';
import { nullable, type ParameterValues, type Placeholders, text } from '../database/statements/index.js';
import { boundedJson } from './bounded.js';
import { type AuditAction, type AuditRequest, type AuditState, actorOf, databaseNowMs } from './change.js';
import { storedColumns } from './entry.js';

/** PostgreSQL types of the parameters of {@link insertAuditEntries}. */
export const auditTypes = {
  auditKind: text,
  auditActorId: nullable(text),
  auditActor: nullable(text),
  auditVia: text,
  auditAddress: nullable(text),
  auditAction: text,
  auditAfter: nullable(text),
};

/** Values of the parameters of {@link insertAuditEntries}. */
export function auditValues(
  request: AuditRequest,
  change: { action: AuditAction; after: AuditState },
): ParameterValues<typeof auditTypes> {
  const { kind, id, name } = actorOf(request.caller);
  return {
    auditKind: kind,
    auditActorId: id,
    auditActor: name,
    auditVia: request.via,
    auditAddress: request.sourceAddress || null,
    auditAction: change.action,
    auditAfter: boundedJson(change.after),
  };
}

/**
 * An `insert` of audit entries, for the `with` clause of the statement that makes the audited change. For hot paths,
 * where a separate statement would take measurable time.
 * @param rows SQL over the changed rows: `from` includes any `group by` and yields one audit entry per group; `objects`
 * has type `text[]`, `before` type `json`
 */
export function insertAuditEntries(
  parameters: Placeholders<typeof auditTypes>,
  rows: { from: SQL; objects: SQL; tenantId: SQL; before: SQL },
): SQL {
  return sql`insert into platform.audit_pending (${storedColumns})
    select ${databaseNowMs}, ${parameters.auditKind}, ${parameters.auditActorId}, ${parameters.auditActor}, ${parameters.auditVia},
      ${parameters.auditAddress}, ${parameters.auditAction}, ${rows.objects}, ${rows.tenantId}, ${rows.before},
      ${parameters.auditAfter}::json
    from ${rows.from}`;
}
