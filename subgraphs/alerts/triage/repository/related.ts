import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { alert } from '../../tables.js';

/**
 * Maximum number of seconds between the first and the last inference of an alert, for each of the two B-tree indexes of
 * windows, as in migration 0001.
 */
const [shortSpanSeconds, mediumSpanSeconds] = [600, 7200];

/** The columns of an alert that determine which alerts are related to it. */
type RelatedBy = Readonly<Record<'tenantId' | 'endpointId' | 'firstSeenEpoch' | 'lastSeenEpoch', AnyPgColumn>>;

const other = alias(alert, 'other');

/**
 * A statement that selects the alerts related to an alert; `columns` refers to them by the alias `other`. The index
 * range to scan is as wide as the longest alert of the index, so long alerts have separate indexes. An index of boxes
 * finds the few alerts that last for hours, at several times the cost. The index conditions are one second wider than
 * the exact condition, because sums are rounded.
 * @param options.windowSeconds maximum number of seconds between related alerts; part of the SQL text, so the plan is
 * stable
 */
export function relatedTo(to: RelatedBy, { columns, windowSeconds }: { columns: SQL; windowSeconds: number }): SQL {
  const after = sql`${to.firstSeenEpoch} - ${windowSeconds + 1}`;
  const before = sql`${to.lastSeenEpoch} + ${windowSeconds + 1}`;
  const span = sql`${other.lastSeenEpoch} - ${other.firstSeenEpoch}`;
  const seenWithin = (seconds: number) => sql`${other.lastSeenEpoch} between ${after} and ${before} + ${seconds}`;
  const indexConditions = [
    sql`${span} <= ${shortSpanSeconds} and ${seenWithin(shortSpanSeconds)}`,
    sql`${span} > ${shortSpanSeconds} and ${span} <= ${mediumSpanSeconds} and ${seenWithin(mediumSpanSeconds)}`,
    sql`${span} > ${mediumSpanSeconds}
      and ${windowBox(other, sql`${other.firstSeenEpoch}`, sql`${other.lastSeenEpoch}`)} && ${windowBox(to, after, before)}`,
  ];
  const distance = sql`greatest(${to.firstSeenEpoch} - ${other.lastSeenEpoch}, ${other.firstSeenEpoch} - ${to.lastSeenEpoch})`;
  const branches = indexConditions.map(
    (condition) => sql`select ${columns} from ${alert} other
      where ${other.tenantId} = ${to.tenantId} and ${other.endpointId} <> ${to.endpointId} and ${condition}
        and ${distance} <= ${windowSeconds}`,
  );
  return sql.join(branches, sql` union all `);
}

/**
 * A box with the tenant's hash on one axis and the time on the other. The exact condition excludes other tenants with
 * an equal hash.
 */
function windowBox({ tenantId }: RelatedBy, after: SQL, before: SQL): SQL {
  const tenant = sql`hashtext(${tenantId})::float8`;
  return sql`box(point(${tenant}, ${after}), point(${tenant}, ${before}))`;
}

/** Maximum number of related alerts whose endpoints are returned without removing duplicates. */
const maxWithDuplicates = 64;

/**
 * The endpoints of the alerts related to an alert, in any order; at most {@link maxWithDuplicates} may contain
 * duplicates. Most alerts have few related alerts, and sorting them to remove duplicates would take a fifth of the time
 * of a page. In a burst, thousands of alerts share few endpoints, so duplicates are removed.
 */
export function relatedEndpoints(to: RelatedBy, windowSeconds: number): SQL {
  const related = relatedTo(to, { columns: sql`${other.endpointId}`, windowSeconds });
  return sql`(select case when cardinality(few) <= ${maxWithDuplicates} then few
        else array(select distinct endpoint_id from (${related}) related) end
      from (select array(select endpoint_id from (${related}) related limit ${maxWithDuplicates + 1}) as few offset 0) found)`;
}
