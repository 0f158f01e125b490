import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { alert } from '../../tables.js';

/** Greatest seconds between first and last seen in the two ordinary indexes of windows, of migration 0001. */
const [shortSpan, mediumSpan] = [600, 7200];

/** The columns of an alert that decide what it is related to. */
type RelatedBy = Readonly<Record<'tenantId' | 'endpointId' | 'firstSeenEpoch' | 'lastSeenEpoch', AnyPgColumn>>;

const other = alias(alert, 'other');

/**
 * The alerts related to another one, called `other` in the columns: alerts.md, row "related_endpoints". Alerts seen for long
 * are apart from the others, because the range of an index that must hold is as wide as the longest alert in it; the few
 * that last for hours are found by their box, which costs several times more. `window` is part of the text, which keeps the
 * plan. The comparison of the index is wider by a second than the exact one, whose sums are rounded.
 */
export function relatedTo(to: RelatedBy, { columns, window }: { columns: SQL; window: number }): SQL {
  const after = sql`${to.firstSeenEpoch} - ${window + 1}`;
  const before = sql`${to.lastSeenEpoch} + ${window + 1}`;
  const span = sql`${other.lastSeenEpoch} - ${other.firstSeenEpoch}`;
  const seenWithin = (seconds: number) => sql`${other.lastSeenEpoch} between ${after} and ${before} + ${seconds}`;
  const found = [
    sql`${span} <= ${shortSpan} and ${seenWithin(shortSpan)}`,
    sql`${span} > ${shortSpan} and ${span} <= ${mediumSpan} and ${seenWithin(mediumSpan)}`,
    sql`${span} > ${mediumSpan}
      and ${windowBox(other, sql`${other.firstSeenEpoch}`, sql`${other.lastSeenEpoch}`)} && ${windowBox(to, after, before)}`,
  ];
  const distance = sql`greatest(${to.firstSeenEpoch} - ${other.lastSeenEpoch}, ${other.firstSeenEpoch} - ${to.lastSeenEpoch})`;
  const branches = found.map(
    (condition) => sql`select ${columns} from ${alert} other
      where ${other.tenantId} = ${to.tenantId} and ${other.endpointId} <> ${to.endpointId} and ${condition}
        and ${distance} <= ${window}`,
  );
  return sql.join(branches, sql` union all `);
}

/** The tenant on one axis, the time on the other. Tenants whose hashes are equal are told apart by the exact comparison. */
function windowBox({ tenantId }: RelatedBy, after: SQL, before: SQL): SQL {
  const tenant = sql`hashtext(${tenantId})::float8`;
  return sql`box(point(${tenant}, ${after}), point(${tenant}, ${before}))`;
}

/** Up to this number, related alerts are read as they are; of more only the different endpoints. */
const maxRepeated = 64;

/**
 * The endpoints of the alerts related to another one, in no order, and some of them repeatedly where they are few: most alerts have a handful
 * of related ones, and to PostgreSQL a sort of its own for each of them is a fifth of a page. In a burst there are thousands of a few endpoints:
 * those must not all be sent.
 */
export function relatedEndpoints(to: RelatedBy, window: number): SQL {
  const found = relatedTo(to, { columns: sql`${other.endpointId}`, window });
  return sql`(select case when cardinality(few) <= ${maxRepeated} then few
        else array(select distinct endpoint_id from (${found}) related) end
      from (select array(select endpoint_id from (${found}) related limit ${maxRepeated + 1}) as few offset 0) found)`;
}
