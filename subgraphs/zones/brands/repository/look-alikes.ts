import { gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  cast,
  execute,
  fetchOne,
  integer,
  nullable,
  optional,
  queryBuilder,
  type RowOf,
  rawQuery,
  records,
  run,
  runForRow,
  statement,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, ingest, state, zone } from '../../tables.js';
import { idnLabel, idnProgress } from '../tables.js';

/** Maximum number of IDN labels per search. */
const maxLabels = 5000;

const labelsOfSkeletons = statement({ skeletons: array(text) }, ({ skeletons }) =>
  queryBuilder
    .select({ label: idnLabel.label })
    .from(idnLabel)
    .where(sql`${idnLabel.skeleton} = any(${skeletons})`)
    .orderBy(idnLabel.label)
    .limit(maxLabels),
);

/** IDN labels (internationalized, in Punycode) with these skeletons, at most {@link maxLabels}, ordered by label. */
export async function selectIdnLabels(executor: Executor, skeletons: readonly string[]): Promise<string[]> {
  return (await run(executor, labelsOfSkeletons, { skeletons })).map(({ label }) => label);
}

interface LookAlikeQuery {
  readonly labels: readonly string[];
  /** Names of the zones; null: all zones. */
  readonly zones: readonly string[] | null;
  /** Time at or after which the name became active, in Unix epoch milliseconds; null: any time. */
  readonly since: number | null;
  readonly after: { readonly label: string; readonly zone: string } | null;
  readonly limit: number;
}

const lookAlikeTypes = {
  ...{ labels: array(text), zones: optional(nullable(array(text))), since: optional(nullable(bigint)) },
  ...{ afterLabel: optional(text), afterZone: optional(text), limit: integer },
};

const lookAlikes = byShape(
  ({ zones, since, after }: LookAlikeQuery) => `${zones === null} ${since === null} ${after === null}`,
  (query) =>
    statement(lookAlikeTypes, (parameters) => {
      const [found, inZone] = [alias(state, 'found'), alias(zone, 'zone')];
      const zoneCondition = query.zones === null ? sql`` : sql`where name = any(${parameters.zones})`;
      const activeSince = sql`coalesce(history.added_at, ingest.at)`;
      const sinceCondition = query.since === null ? sql`true` : sql`${activeSince} >= ${parameters.since}`;
      const position =
        query.after === null
          ? sql`true`
          : sql`(found.label, zone.name) > (${parameters.afterLabel}, ${parameters.afterZone})`;
      return rawQuery(
        // Start of the name's uninterrupted presence in the zone, as far back as changes are stored; Unix epoch
        // milliseconds. A name that was never added is from the first import or from a time whose changes are removed:
        // it is as old as the oldest row in its changes, which may have had entirely different nameservers.
        {
          ...{ label: found.label, zone: inZone.name, suffix: inZone.suffix },
          activeSince: cast(bigint, activeSince),
        },
        (columns) => sql`select ${columns}
        from (select id, name, suffix from ${zone} ${zoneCondition}) zone
        cross join lateral (
          select label, since, seen from ${state} where zone_id = zone.id and label = any(${parameters.labels})
        ) found
        cross join lateral (
          select max(at) filter (where old_set_id is null) as added_at,
            min(least(old_since, (select min(each) from unnest(old_seen) each))) as since
          from ${change} where zone_id = zone.id and label = found.label
        ) history
        join ${ingest} on ingest.id = least(found.since, (select min(each) from unnest(found.seen) each), history.since)
        where ${position} and ${sinceCondition}
        order by found.label, zone.name limit ${parameters.limit}`,
      );
    }),
);

export type FoundLookAlike = RowOf<ReturnType<typeof lookAlikes>>;

/** Selects the labels that exist in a zone, after a cursor, ordered by label and zone. */
export async function selectLookAlikes(executor: Executor, query: LookAlikeQuery): Promise<FoundLookAlike[]> {
  const { after } = query;
  const labels = after === null ? query.labels : query.labels.filter((label) => label >= after.label);
  const values = { ...query, labels, afterLabel: after?.label, afterZone: after?.zone };
  return await run(executor, lookAlikes(query), values);
}

/** Progress of filling the table of IDN labels. */
export interface IdnProgress {
  readonly ingest: number;
  /** Last label of the ingest that was added to the table; null if all its labels were added. */
  readonly label: string | null;
}

/** A string that sorts after every label, because labels in Punycode are ASCII. */
const endOfLabels = '\u{10FFFF}';

const insertFirstProgress = execute(
  {},
  () =>
    sql`insert into ${idnProgress} (is_only, ingest, label) values (true, 0, ${endOfLabels}) on conflict do nothing`,
);
const lockProgress = fetchOne({}, () =>
  queryBuilder.select({ ingest: idnProgress.ingest, label: idnProgress.label }).from(idnProgress).for('update'),
);

/** Reads the progress of filling the table of IDN labels, and locks it until the transaction ends. */
export async function lockIdnProgress(executor: Executor): Promise<IdnProgress> {
  await insertFirstProgress(executor);
  const { ingest, label } = await lockProgress(executor);
  return { ingest, label: label === endOfLabels ? null : label };
}

const updateProgress = execute(
  { ingest: integer, label: text },
  ({ ingest, label }) => sql`update ${idnProgress} set ingest = ${ingest}, label = ${label}`,
);

export async function updateIdnProgress(executor: Executor, { ingest, label }: IdnProgress): Promise<void> {
  await updateProgress(executor, { ingest, label: label ?? endOfLabels });
}

const nextIngest = statement({ from: integer }, ({ from }) =>
  queryBuilder.select().from(ingest).where(gte(ingest.id, from)).orderBy(ingest.id).limit(1),
);
type IngestRow = RowOf<typeof nextIngest>;

/** The next ingest to read IDN labels from, which may be partly read; undefined if there is none. */
export async function selectIdnIngest(
  executor: Executor,
  { ingest, label }: IdnProgress,
): Promise<IngestRow | undefined> {
  return await runForRow(executor, nextIngest, { from: label === null ? ingest + 1 : ingest });
}

const newLabelTypes = { after: text, limit: integer };
const isInternational = sql`label >= 'xn--' and label < 'xn-.'`;
const labelsInState = statement({ ...newLabelTypes, zoneId: integer }, ({ zoneId, after, limit }) =>
  rawQuery(
    { label: state.label },
    (columns) => sql`select ${columns} from ${state}
    where zone_id = ${zoneId} and label > ${after} and ${isInternational} order by label limit ${limit}`,
  ),
);
const labelsInChanges = statement({ ...newLabelTypes, id: integer, at: bigint }, ({ id, at, after, limit }) =>
  rawQuery(
    { label: change.label },
    (columns) => sql`select ${columns} from ${change}
    where ingest = ${id} and at = ${at} and label > ${after} and ${isInternational} order by label limit ${limit}`,
  ),
);

/** IDN labels that an ingest added, after a label. Those of a zone's first import are read from the state. */
export async function selectNewIdnLabels(
  executor: Executor,
  { ingest, ...query }: { ingest: IngestRow; after: string; limit: number },
): Promise<string[]> {
  const values = { ...ingest, ...query };
  const found = await (ingest.isInitial
    ? run(executor, labelsInState, values)
    : run(executor, labelsInChanges, values));
  return found.map(({ label }) => label);
}

export const insertIdnLabels = execute(
  { added: records({ label: text, skeleton: text }) },
  ({ added }) => sql`insert into ${idnLabel} (label, skeleton) select * from ${added} on conflict do nothing`,
);
