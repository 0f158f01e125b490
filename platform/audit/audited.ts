import { type SQL, sql } from 'drizzle-orm';
import { type Given, nullable, type Placeholders, text } from '../database/statements/index.js';
import { boundedJson } from './bounded.js';
import { type AuditAction, type AuditRequest, type AuditState, actorOf, now } from './change.js';
import { storedColumns } from './entry.js';

/** The parameters of {@link auditInto}. */
export const auditTypes = {
  auditKind: text,
  auditActorId: nullable(text),
  auditActor: nullable(text),
  auditVia: text,
  auditAddress: nullable(text),
  auditAction: text,
  auditAfter: nullable(text),
};

/** Their values. */
export function auditValues(
  request: AuditRequest,
  change: { action: AuditAction; after: AuditState },
): Given<typeof auditTypes> {
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
 * The part of a statement that records the change it makes, for statements on paths where another one would be felt: an `insert` to put into a
 * `with`.
 * @param rows expressions over the rows that the statement has changed: `from` with their grouping, of which each group is one entry; `objects` of
 *   type `text[]`; `before` of type `json`
 */
export function auditInto(
  given: Placeholders<typeof auditTypes>,
  rows: { from: SQL; objects: SQL; tenantId: SQL; before: SQL },
): SQL {
  return sql`insert into platform.audit_pending (${storedColumns})
    select ${now}, ${given.auditKind}, ${given.auditActorId}, ${given.auditActor}, ${given.auditVia},
      ${given.auditAddress}, ${given.auditAction}, ${rows.objects}, ${rows.tenantId}, ${rows.before},
      ${given.auditAfter}::json
    from ${rows.from}`;
}
