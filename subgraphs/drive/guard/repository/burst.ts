import { type SQL, sql } from 'drizzle-orm';
import {
  array,
  bigint,
  cast,
  execute,
  fetchOne,
  fetchRow,
  float8,
  nullable,
  type Placeholders,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { change, content, item, itemVersion, site } from '../../items/tables.js';
import { unreadableLimits } from '../rules/readability.js';
import { massChange, massChangeFile } from '../tables.js';

/**
 * Kinds of changes that an attack makes to known files. An item that was changed in several ways between two syncs has
 * a single change: a moved file may also have a new name and content.
 */
const attackKinds = sql`('updated', 'renamed', 'moved', 'deleted')`;

/** Number of a site's last change up to a time; 0 if there is none. Scans backwards from the newest change. */
const lastChangeUpTo = (siteId: SQL, at: SQL) => sql`coalesce((
    select c.number from ${change} c where c.site_id = ${siteId} and c.at <= ${at} order by c.number desc limit 1), 0)`;

/**
 * Number of the last change of a site's first listing, after which its files are known; null if the listing is older
 * than the window. All changes of the listing have the same time.
 */
const lastChangeOfFirstListing = (siteId: SQL, since: SQL) => sql`(
    select case when first.at > ${since} then ${lastChangeUpTo(siteId, sql`first.at`)} end
    from (select c.at from ${change} c where c.site_id = ${siteId} order by c.number limit 1) first)`;

/**
 * The range of a site's changes to examine: those within the window and all unexamined ones, excluding those of the
 * first listing and those up to the last change of any mass change that is no longer open.
 */
export const selectWindow = fetchRow({ siteId: text, since: float8 }, ({ siteId, since }) =>
  rawQuery(
    {
      upTo: site.lastChange,
      guardedChange: site.guardedChange,
      deletionPostponedAtEpoch: site.deletionPostponedAtEpoch,
      after: cast(
        float8,
        sql`greatest(least(${lastChangeUpTo(siteId, since)}, ${site.guardedChange}), ${lastChangeOfFirstListing(siteId, since)}, (
            select max(m.last_change) from ${massChange} m where m.site_id = ${siteId} and m.state <> 'open'))::float8`,
      ),
    },
    (columns) => sql`select ${columns} from ${site} where ${site.id} = ${siteId}`,
  ),
);

const windowTypes = { siteId: text, after: bigint, upTo: bigint };

/**
 * Number of items that, within a window, were updated, renamed, moved or deleted, or whose content was downloaded
 * again. A low number means ordinary work.
 */
export const countSuspects = fetchOne(windowTypes, ({ siteId, after, upTo }) =>
  rawQuery(
    { count: cast(float8, sql`count(distinct c.item_id)`) },
    (columns) => sql`select ${columns} from ${change} c
        where c.site_id = ${siteId} and c.number > ${after} and c.number <= ${upTo}
          and (c.kind in ${attackKinds} or (c.kind = 'content_stored' and exists (
            select from ${itemVersion} v
            where v.site_id = c.site_id and v.item_id = c.item_id and v.change <= ${after})))`,
  ),
);

/** Time of the last deletion within a window; null if there is none. */
export const selectLastDeletion = fetchOne(windowTypes, ({ siteId, after, upTo }) =>
  rawQuery(
    { at: cast(nullable(float8), sql`max(c.at)`) },
    (columns) => sql`select ${columns} from ${change} c
        where c.site_id = ${siteId} and c.number > ${after} and c.number <= ${upTo} and c.kind = 'deleted'`,
  ),
);

const isKnown = sql`(known_name is not null)`;

function extensionOf(name: SQL): SQL {
  return sql`lower(substring(${name} from '[.][^.]{1,20}$'))`;
}

/** Whether content is random and in no known format; null if it was stored without a profile. */
function isUnreadable(of: SQL): SQL {
  const { minBytes, maxChiSquare, minEntropyBytes, minEntropy } = unreadableLimits;
  return sql`(${of}.format = 'unknown' and ${of}.size >= ${sql.raw(String(minBytes))}
    and (${of}.chi_square < ${sql.raw(String(maxChiSquare))}
      or (${of}.size >= ${sql.raw(String(minEntropyBytes))} and ${of}.entropy >= ${sql.raw(String(minEntropy))})))`;
}

const burstTypes = { ...windowTypes, readable: array(text) };

/**
 * Common table expressions. `file` contains the files that changed within the window, each with its previous version
 * and its effect (null for ordinary work). `folder` counts these files by folder, because a new file can only have
 * replaced one that was deleted from the same folder. If a file was first downloaded within the window, its previous
 * version is the newest one before the first change that an attack could have made; without such a change, the download
 * is no evidence. A file is intact if its newest content is stored and readable and has the format of the previous
 * version, even if its name is new.
 *
 * `affected` and `emptied` contain folders without duplicates. They are searched by expressions that cannot become
 * joins, so they are always hashed. Otherwise, the planner, which expects few new files, would scan the list of folders
 * once for each new file.
 */
function files({ siteId, after, upTo, readable }: Placeholders<typeof burstTypes>): SQL {
  return sql`touched as (
      select c.item_id, min(c.number) as first_change,
        min(c.number) filter (where c.kind in ('renamed', 'moved')) as renamed_change,
        max(c.number) filter (where c.kind = 'deleted') as deleted_change,
        min(c.number) filter (where c.kind in ${attackKinds}) as suspect_change
      from ${change} c where c.site_id = ${siteId} and c.number > ${after} and c.number <= ${upTo} group by c.item_id
    ), compared as materialized (
      select t.*, i.name, i.parent_id, i.deleted_at is not null as is_deleted, known.name as known_name,
        ${extensionOf(sql`i.name`)} as extension, ${extensionOf(sql`known.name`)} as known_extension,
        coalesce(stored.is_unreadable, false) as is_unreadable, stored.unreadable_change,
        coalesce(not ${isUnreadable(sql`before`)}, ${extensionOf(sql`known.name`)} = any(${readable}), false)
          and coalesce(before.change, t.suspect_change) is not null as was_readable,
        before.sha256 as known_sha256, i.content_state = 'stored' and not coalesce(${isUnreadable(sql`newest`)}, false)
          and coalesce(newest.format = before.format, true) as is_intact
      from touched t
      join ${item} i on i.site_id = ${siteId} and i.id = t.item_id and not i.is_folder
      left join ${content} newest on newest.sha256 = i.content_sha256
      left join lateral (
        select c.name, c.kind from ${change} c
        where c.site_id = ${siteId} and c.item_id = t.item_id and c.number <= ${after} order by c.number desc limit 1
      ) known on known.kind <> 'deleted'
      left join lateral (
        select v.change, c.* from ${itemVersion} v join ${content} c on c.sha256 = v.sha256
        where v.site_id = ${siteId} and v.item_id = t.item_id and known.name is not null
          and v.change < coalesce(t.suspect_change, ${after} + 1)
        order by v.change <= ${after} desc, v.change desc limit 1
      ) before on true
      left join lateral (
        select (array_agg(${isUnreadable(sql`c`)} order by v.change desc))[1] as is_unreadable,
          min(v.change) filter (where ${isUnreadable(sql`c`)}) as unreadable_change
        from ${itemVersion} v join ${content} c on c.sha256 = v.sha256
        where v.site_id = ${siteId} and v.item_id = t.item_id and v.change > greatest(${after}, before.change)
          and v.change <= ${upTo}
      ) stored on true
    ), novel as materialized (
      select extension from compared where extension is not null and not is_deleted
      except select known_extension from compared
      except select ${extensionOf(sql`i.name`)} from ${item} i
        where i.site_id = ${siteId} and not i.is_folder and not exists (select from touched t where t.item_id = i.id)
    ), affected as materialized (
      select distinct parent_id from compared where case when known_name is null then is_unreadable and not is_deleted
        else is_deleted or (is_unreadable and was_readable)
          or (not is_intact and extension in (select extension from novel)) end
    ), emptied as materialized (
      select distinct parent_id from compared where known_name is not null and is_deleted
    ), repeated as materialized (
      select name, count(distinct parent_id) as folders from compared
      where known_name is null and not is_deleted and coalesce(parent_id in (select parent_id from affected), false)
      group by name order by 2 desc, 1 limit 1
    ), file as materialized (
      select compared.*, not is_intact and extension in (select extension from novel) as is_novel,
        case
          when known_name is not null and not is_deleted and is_unreadable and was_readable then 'encrypted'
          when known_name is not null and not is_deleted and not is_intact
            and extension in (select extension from novel) and renamed_change is not null then 'renamed'
          when known_name is not null and is_deleted and not exists (
            select from ${item} other where other.content_sha256 = known_sha256 and other.deleted_at is null) then 'deleted'
          when known_name is null and not is_deleted and is_unreadable and parent_id in (
            select parent_id from emptied) then 'replaced'
          when known_name is null and not is_deleted and name = (select name from repeated where folders > 2) then 'note'
        end as effect
      from compared
    ), folder as materialized (
      select parent_id as id, count(*) filter (where ${isKnown} and suspect_change is not null) as changed,
        least(count(*) filter (where effect = 'deleted'), count(*) filter (where effect = 'replaced')) as replaced,
        least(count(*) filter (where effect = 'deleted'),
          count(*) filter (where not ${isKnown} and not is_deleted and is_novel)) as novel_extension_files
      from file group by 1
    )`;
}

/** SQL expression: number of the first change of a file that contributed to its effect. */
const effectChange = sql`case effect
    when 'encrypted' then least(unreadable_change, renamed_change) when 'renamed' then renamed_change
    when 'deleted' then deleted_change else first_change end`;

const count = (condition: SQL) => cast(float8, sql`(select count(*) from file where ${condition})`);

/**
 * Computes the features of the changes within a window, the input of {@link verdictOf}. `baselineSince`: start of the
 * history to compare with, in Unix epoch seconds.
 */
export const selectFeatures = fetchOne(
  { ...burstTypes, baselineSince: float8, windowSeconds: float8 },
  (parameters) => {
    const { siteId, after, baselineSince, windowSeconds } = parameters;
    return rawQuery(
      {
        knownFiles: cast(
          float8,
          sql`(select count(*) from ${item} i where i.site_id = ${siteId} and not i.is_folder and i.deleted_at is null)
            - (select count(*) from file where not ${isKnown} and not is_deleted)
            + (select count(*) from file where ${isKnown} and is_deleted)`,
        ),
        changed: count(sql`${isKnown} and suspect_change is not null`),
        encrypted: count(sql`effect = 'encrypted'`),
        replaced: cast(float8, sql`(select coalesce(sum(replaced), 0) from folder)::float8`),
        deleted: count(sql`effect = 'deleted'`),
        novelExtensionFiles: cast(
          float8,
          sql`(select count(*) from file where ${isKnown} and not is_deleted and is_novel and renamed_change is not null)
            + (select coalesce(sum(novel_extension_files), 0) from folder)::float8`,
        ),
        novelExtension: cast(
          nullable(text),
          sql`(select extension from file where is_novel and not is_deleted group by 1 order by count(*) desc, 1 limit 1)`,
        ),
        noteName: cast(nullable(text), sql`(select name from repeated)`),
        noteFolders: cast(float8, sql`coalesce((select folders from repeated), 0)`),
        folderName: cast(
          nullable(text),
          sql`(select i.name from ${item} i where i.site_id = ${siteId} and i.id = most.id)`,
        ),
        folderFiles: cast(
          float8,
          sql`(select count(*) from ${item} i where i.site_id = ${siteId} and i.parent_id = most.id and not i.is_folder
              and i.deleted_at is null and i.id not in (select item_id from file where known_name is null))
            + (select count(*) from file where parent_id = most.id and ${isKnown} and is_deleted)`,
        ),
        folderChanged: cast(float8, sql`coalesce(most.changed, 0)`),
        baselineMaxChanged: cast(float8, sql`baseline.changed`),
        baselineMaxDeleted: cast(float8, sql`baseline.deleted`),
      },
      (columns) => sql`with ${files(parameters)}
        select ${columns}
        from (
          select coalesce(max(changed), 0) as changed, coalesce(max(deleted), 0) as deleted from (
            select count(distinct c.item_id) as changed, count(*) filter (where c.kind = 'deleted') as deleted
            from ${change} c
            where c.site_id = ${siteId} and c.number <= ${after} and c.number > ${lastChangeUpTo(siteId, baselineSince)}
              and c.kind in ${attackKinds} and not exists (
                select from ${massChange} m join ${massChangeFile} f on f.mass_change_id = m.id
                where m.site_id = ${siteId} and m.state <> 'dismissed' and f.item_id = c.item_id
                  and c.number between m.first_change and m.last_change)
            group by floor(c.at / ${windowSeconds})
          ) each_window
        ) baseline left join (
          select id, changed from folder where changed > 0 order by changed desc, id limit 1
        ) most on true`,
    );
  },
);

/** Adds the files that were affected within a window to a mass change. */
export const insertFiles = execute(
  { ...burstTypes, massChangeId: bigint },
  (parameters) => sql`with ${files(parameters)}
      insert into ${massChangeFile} as known (mass_change_id, item_id, effect, change, previous_name)
      select ${parameters.massChangeId}, item_id, effect::drive.mass_change_effect, ${effectChange}, known_name from file
      where effect is not null
      on conflict (mass_change_id, item_id) do update set effect = excluded.effect,
        change = least(known.change, excluded.change)`,
);

/** Number and time of the first change within a window that affected a file; undefined if there is none. */
export const selectFirstChange = fetchRow(burstTypes, (parameters) =>
  rawQuery(
    { number: change.number, atEpoch: change.atEpoch },
    (columns) => sql`with ${files(parameters)}
        select ${columns} from ${change}
        where ${change.siteId} = ${parameters.siteId}
          and ${change.number} = (select min(${effectChange}) from file where effect is not null)`,
  ),
);
