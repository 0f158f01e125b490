import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  boolean,
  cast,
  enumeration,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  queryBuilder,
  type RowOf,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { site } from '../../items/tables.js';
import { detection, massChange, massChangeFile, massChangeKindType, massChangeStateType } from '../tables.js';

export type MassChangeRow = typeof massChange.$inferSelect;

const opened = {
  siteId: text,
  kind: enumeration(massChangeKindType),
  firstChange: bigint,
  lastChange: bigint,
  beganAt: float8,
  now: float8,
  score: integer,
  reasons: array(text),
  knownFiles: integer,
};

/** Opens a mass change, or extends the open one of the site. */
export const openMassChange = fetchOne(opened, (parameters) =>
  rawQuery(
    { id: massChange.id, isNew: cast(boolean, sql`xmax = 0`) },
    (columns) => sql`insert into ${massChange} (site_id, kind, state, first_change, last_change, began_at, noticed_at,
          grown_at, score, reasons, known_files)
        values (${parameters.siteId}, ${parameters.kind}, 'open', ${parameters.firstChange}, ${parameters.lastChange}, ${parameters.beganAt},
          ${parameters.now}, ${parameters.now}, ${parameters.score}, ${parameters.reasons}, ${parameters.knownFiles})
        on conflict (site_id) where state = 'open' do update set last_change = excluded.last_change,
          first_change = least(mass_change.first_change, excluded.first_change),
          began_at = least(mass_change.began_at, excluded.began_at), grown_at = excluded.grown_at,
          reasons = case when excluded.score >= mass_change.score then excluded.reasons else mass_change.reasons end,
          kind = case when excluded.score >= mass_change.score then excluded.kind else mass_change.kind end,
          score = greatest(mass_change.score, excluded.score),
          known_files = greatest(mass_change.known_files, excluded.known_files)
        returning ${columns}`,
  ),
);

/** Whether a site has an open or confirmed mass change, which prevents the removal of its local copy. */
export const hasActiveMassChange = hasRow(
  { siteId: text },
  ({ siteId }) => sql`select from ${massChange}
      where ${massChange.siteId} = ${siteId} and ${massChange.state} in ('open', 'confirmed') limit 1`,
);

/** Selects a mass change and locks it until the transaction ends. */
export const lockMassChange = fetchRow({ id: bigint }, ({ id }) =>
  queryBuilder.select().from(massChange).where(sql`${massChange.id} = ${id}`).for('update'),
);

const changed = { id: bigint, state: enumeration(massChangeStateType), notes: text, actor: text, now: float8 };

/**
 * Changes the state of a mass change. The first decision covers the changes that were examined after their contents
 * were stored, and the changes of the affected files; these are never examined again. Later changes may be another
 * attack.
 */
export const setState = fetchOne(changed, ({ id, state, notes, actor, now }) =>
  rawQuery(
    getTableColumns(massChange),
    (columns) => sql`update ${massChange} set state = ${state}, notes = ${notes}, changed_by = ${actor},
          changed_at = ${now}, last_change = case when ${massChange.state} = 'open' then coalesce(greatest(
            (select s.guarded_change from ${site} s where s.id = ${massChange.siteId}),
            (select max(f.change) from ${massChangeFile} f where f.mass_change_id = ${massChange.id})), last_change)
          else last_change end
        where ${massChange.id} = ${id} returning ${columns}`,
  ),
);

const listTypes = { siteId: nullable(text), states: nullable(array(text)) };
const isListed = (parameters: { siteId: SQL; states: SQL }) =>
  sql`(${parameters.siteId} is null or ${massChange.siteId} = ${parameters.siteId})
    and (${parameters.states} is null or ${massChange.state}::text = any(${parameters.states}))`;

/** Mass changes, newest first. */
export const selectMassChanges = fetchRows({ ...listTypes, before: bigint, limit: integer }, (parameters) =>
  rawQuery(
    getTableColumns(massChange),
    (columns) => sql`select ${columns} from ${massChange}
        where ${isListed(parameters)} and ${massChange.id} < ${parameters.before} order by ${massChange.id} desc limit ${parameters.limit}`,
  ),
);

export const countMassChanges = fetchOne(listTypes, (parameters) =>
  rawQuery(
    { count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${massChange} where ${isListed(parameters)}`,
  ),
);

export const selectMassChangesByIds = fetchRows({ ids: array(bigint) }, ({ ids }) =>
  queryBuilder.select().from(massChange).where(sql`${massChange.id} = any(${ids})`),
);

/** Number of affected files of each mass change, by effect. */
export const countFiles = fetchRows({ ids: array(bigint) }, ({ ids }) =>
  rawQuery(
    { massChangeId: massChangeFile.massChangeId, effect: massChangeFile.effect, count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${massChangeFile} where ${massChangeFile.massChangeId} = any(${ids})
        group by ${massChangeFile.massChangeId}, ${massChangeFile.effect} order by 1, 2`,
  ),
);

const { massChangeId: _, ...fileColumns } = getTableColumns(massChangeFile);
const filePage = { id: bigint, afterChange: bigint, afterItemId: text, limit: integer };
/** Affected files of a mass change after a position, in the order of their changes. */
export const selectFiles = fetchRows(filePage, ({ id, afterChange, afterItemId, limit }) =>
  rawQuery(
    fileColumns,
    (columns) => sql`select ${columns} from ${massChangeFile}
      where ${massChangeFile.massChangeId} = ${id}
        and (${massChangeFile.change}, ${massChangeFile.itemId}) > (${afterChange}, ${afterItemId} collate "C")
      order by ${massChangeFile.change}, ${massChangeFile.itemId} limit ${limit}`,
  ),
);

export type MassChangeFileRow = RowOf<typeof selectFiles>;

/** Number of mass changes in each state. */
export const countByState = fetchRows({}, () =>
  rawQuery(
    { state: massChange.state, count: cast(float8, sql`count(*)`) },
    (columns) => sql`select ${columns} from ${massChange} group by ${massChange.state}`,
  ),
);

/** The oldest open mass changes, with the addresses of their sites. */
export const selectOpen = fetchRows({ limit: integer }, ({ limit }) =>
  rawQuery(
    {
      id: massChange.id,
      kind: massChange.kind,
      site: cast(text, sql`coalesce(s.hostname || s.path, ${massChange.siteId})`),
    },
    (columns) => sql`select ${columns} from ${massChange} left join ${site} s on s.id = ${massChange.siteId}
        where ${massChange.state} = 'open' order by ${massChange.id} limit ${limit}`,
  ),
);

/** Ids of the alerts about these mass changes. */
export const selectAlertIdsOf = fetchRows({ ids: array(bigint) }, ({ ids }) =>
  rawQuery(
    { massChangeId: cast(float8, sql`${detection.massChangeId}`), alertId: cast(text, sql`${detection.alertId}`) },
    (columns) => sql`select ${columns} from ${detection}
        where ${detection.massChangeId} = any(${ids}) and ${detection.alertId} is not null order by 1, 2`,
  ),
);

/** Deletes the mass changes and detections of a removed site. */
export const deleteMassChanges = execute(
  { siteId: text },
  ({ siteId }) => sql`with detections as (
        delete from ${detection} where ${detection.siteId} = ${siteId}
      ) delete from ${massChange} where ${massChange.siteId} = ${siteId}`,
);
