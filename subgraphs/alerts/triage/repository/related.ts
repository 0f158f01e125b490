import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { alert } from '../../tables.js';

/** Maximum seconds between first and last seen in the two B-tree indexes of windows, from migration 0001. */
const [shortSpanSeconds, mediumSpanSeconds] = [600, 7200];

/** The columns of an alert that determine its related alerts. */
type RelatedBy = Readonly<Record<'tenantId' | 'endpointId' | 'firstSeenEpoch' | 'lastSeenEpoch', AnyPgColumn>>;

const other = alias(alert, 'other');

/**
 * A statement that selects the alerts related to another one; in `columns`, they are called `other`. Long alerts have
 * separate indexes, because the range to scan in an index is as wide as its longest alert; the few that last for hours
 * are found by a box, which costs several times more. The conditions for the indexes are one second wider than the
 * exact one, because sums are rounded.
 * @param options.window maximum seconds between related alerts; part of the text, which keeps the plan stable
 */
export function relatedTo(to: RelatedBy, { columns, window }: { columns: SQL; window: number }): SQL {
  const after = sql`${to.firstSeenEpoch} - ${window + 1}`;
  const before = sql`${to.lastSeenEpoch} + ${window + 1}`;
  const span = sql`${other.lastSeenEpoch} - ${other.firstSeenEpoch}`;
  const seenWithin = (seconds: number) => sql`${other.lastSeenEpoch} between ${after} and ${before} + ${seconds}`;
  const found = [
    sql`${span} <= ${shortSpanSeconds} and ${seenWithin(shortSpanSeconds)}`,
    sql`${span} > ${shortSpanSeconds} and ${span} <= ${mediumSpanSeconds} and ${seenWithin(mediumSpanSeconds)}`,
    sql`${span} > ${mediumSpanSeconds}
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

/**
 * A box with the tenant on one axis and the time on the other. The exact comparison excludes other tenants with an
 * equal hash.
 */
function windowBox({ tenantId }: RelatedBy, after: SQL, before: SQL): SQL {
  const tenant = sql`hashtext(${tenantId})::float8`;
  return sql`box(point(${tenant}, ${after}), point(${tenant}, ${before}))`;
}

/** Up to this number, related alerts are read without removing duplicates; beyond it, only the distinct endpoints. */
const maxRepeated = 64;

/**
 * The endpoints of the alerts related to another one, unordered, possibly with duplicates if there are few. Most alerts
 * have a handful of related alerts, and sorting them would take a fifth of the time of a page. In a burst, thousands of
 * alerts have few endpoints, so duplicates are removed.
 */
export function relatedEndpoints(to: RelatedBy, window: number): SQL {
  const found = relatedTo(to, { columns: sql`${other.endpointId}`, window });
  return sql`(select case when cardinality(few) <= ${maxRepeated} then few
        else array(select distinct endpoint_id from (${found}) related) end
      from (select array(select endpoint_id from (${found}) related limit ${maxRepeated + 1}) as few offset 0) found)`;
}
