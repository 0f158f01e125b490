/** Greatest seconds between first and last seen in the two ordinary indexes of windows, of migration 0001. */
const [shortSpan, mediumSpan] = [600, 7200];

/**
 * The alerts related to another one, called `other` in the columns: alerts.md, row "related_endpoints". Alerts seen for long
 * are apart from the others, because the range of an index that must hold is as wide as the longest alert in it; the few
 * that last for hours are found by their box, which costs several times more. `window` is a literal, which keeps the text
 * constant. The comparison of the index is wider by a second than the exact one, whose sums are rounded.
 */
export function relatedTo(alert: string, { columns, window }: { columns: string; window: number }): string {
  const from = `${alert}.first_seen - ${window + 1}`;
  const until = `${alert}.last_seen + ${window + 1}`;
  const span = 'other.last_seen - other.first_seen';
  const found = [
    `${span} <= ${shortSpan} and other.last_seen between ${from} and ${until} + ${shortSpan}`,
    `${span} > ${shortSpan} and ${span} <= ${mediumSpan} and other.last_seen between ${from} and ${until} + ${mediumSpan}`,
    `${span} > ${mediumSpan}
      and ${windowBox('other', 'other.first_seen', 'other.last_seen')} && ${windowBox(alert, from, until)}`,
  ];
  const branches = found.map(
    (condition) => `select ${columns} from alerts.alert other
      where other.tenant_id = ${alert}.tenant_id and other.endpoint_id <> ${alert}.endpoint_id and ${condition}
        and greatest(${alert}.first_seen - other.last_seen, other.first_seen - ${alert}.last_seen) <= ${window}`,
  );
  return branches.join(' union all ');
}

/** The tenant on one axis, the time on the other. Tenants whose hashes are equal are told apart by the exact comparison. */
function windowBox(alert: string, from: string, until: string): string {
  const tenant = `hashtext(${alert}.tenant_id)::float8`;
  return `box(point(${tenant}, ${from}), point(${tenant}, ${until}))`;
}

/** So many related alerts are told as they are; of more only the different endpoints. */
const mostRepeated = 64;

/**
 * The endpoints of the alerts related to another one, in no order, and some of them repeatedly where they are few: most alerts have a handful
 * of related ones, and to PostgreSQL a sort of its own for each of them is a fifth of a page. In a burst there are thousands of a few endpoints:
 * those must not all be sent.
 */
export function relatedEndpoints(alert: string, window: number): string {
  const found = relatedTo(alert, { columns: 'other.endpoint_id', window });
  return `(select case when cardinality(few) <= ${mostRepeated} then few
        else array(select distinct endpoint_id from (${found}) related) end
      from (select array(select endpoint_id from (${found}) related limit ${mostRepeated + 1}) as few offset 0) found)`;
}
