import { type Executor, runStatement } from '../../../platform/database/index.js';
import type { MirrorClientRecord, MirrorContentRecord, MirrorItemRecord } from '../records.js';

const clientColumns = `id, name, created_at as "createdAtEpoch", last_token_at as "lastTokenAtEpoch"`;

/** Adds a client; undefined when the name is taken. */
export async function insertClient(
  sql: Executor,
  client: { id: string; name: string; secretHash: string; now: number },
): Promise<MirrorClientRecord | undefined> {
  const rows = await runStatement<MirrorClientRecord>(
    sql,
    `insert into drive.mirror_client (id, name, secret_hash, created_at) values ($1, $2, $3, $4)
     on conflict (name) do nothing returning ${clientColumns}`,
    [client.id, client.name, client.secretHash, client.now],
  );
  return rows[0];
}

export async function selectClients(sql: Executor): Promise<MirrorClientRecord[]> {
  return await runStatement(sql, `select ${clientColumns} from drive.mirror_client order by name`);
}

/** Removes a client with its subscriptions, by name or id. */
export async function deleteClient(sql: Executor, nameOrId: string): Promise<MirrorClientRecord | undefined> {
  const text = `delete from drive.mirror_client where name = $1 or id = $1 returning ${clientColumns}`;
  return (await runStatement<MirrorClientRecord>(sql, text, [nameOrId]))[0];
}

export async function clientExists(sql: Executor, id: string): Promise<boolean> {
  return (await runStatement(sql, 'select from drive.mirror_client where id = $1', [id])).length > 0;
}

/** Notes that a client gets a token; false when id and secret do not go together. */
export async function admitClient(
  sql: Executor,
  client: { id: string; secretHash: string; now: number },
): Promise<boolean> {
  const rows = await runStatement(
    sql,
    'update drive.mirror_client set last_token_at = $3 where id = $1 and secret_hash = $2 returning id',
    [client.id, client.secretHash, client.now],
  );
  return rows.length > 0;
}

/** The key of this name; the offered one becomes it when there is none yet. */
export async function keepKey(sql: Executor, key: { name: string; offered: string }): Promise<string> {
  await runStatement(sql, 'insert into drive.mirror_key (name, secret) values ($1, $2) on conflict do nothing', [
    key.name,
    key.offered,
  ]);
  const [row] = await runStatement<{ secret: string }>(sql, 'select secret from drive.mirror_key where name = $1', [
    key.name,
  ]);
  if (row === undefined) throw new Error('the key that has just been written is gone'); // Keys are never removed.
  return row.secret;
}

/** A site by host name and path, in whatever case they are written. */
export async function selectSiteByPath(
  sql: Executor,
  site: { hostname: string; path: string },
): Promise<{ id: string; name: string; webUrl: string; path: string; createdAtEpoch: number } | undefined> {
  const rows = await runStatement<{ id: string; name: string; webUrl: string; path: string; createdAtEpoch: number }>(
    sql,
    `select id, name, web_url as "webUrl", path, created_at as "createdAtEpoch" from drive.site
     where lower(hostname) = lower($1) and lower(path) = lower($2) order by created_at desc limit 1`,
    [site.hostname, site.path],
  );
  return rows[0];
}

/**
 * Items whose newest change is behind `after`, in the order of changes. Tombstones up to `tombstonesAfter` are left out: whoever
 * begins from scratch never saw the item. A file without any content here is told when it has one.
 */
export async function selectChangedItems(
  sql: Executor,
  query: { siteId: string; after: number; tombstonesAfter: number; limit: number },
): Promise<MirrorItemRecord[]> {
  return await runStatement(
    sql,
    `select i.id, i.parent_id as "parentId", i.name, i.is_root as "isRoot", i.is_folder as "isFolder",
       i.mime_type as "mimeType", i.web_url as "webUrl", i.created_at as "createdAtEpoch",
       i.modified_at as "modifiedAtEpoch", i.modified_by as "modifiedBy", i.deleted_at is not null as "isDeleted",
       i.change::float8 as change, c.sha256, coalesce(c.size, 0)::float8 as size, c.quick_xor_hash as "quickXorHash",
       case when i.is_folder then (select count(*) from drive.item child
         where child.site_id = i.site_id and child.parent_id = i.id and child.deleted_at is null) else 0
       end::float8 as "childCount"
     from drive.item i left join drive.content c on c.sha256 = i.content_sha256
     where i.site_id = $1 and i.change > $2::bigint
       and (case when i.deleted_at is not null then i.change > $3::bigint
         else i.is_folder or i.is_root or c.sha256 is not null end)
     order by i.change limit $4`,
    [query.siteId, query.after, query.tombstonesAfter, query.limit],
  );
}

/** The content of a file that is there; undefined when there is no such file, or nothing of it is here yet. */
export async function selectContentOf(
  sql: Executor,
  item: { siteId: string; itemId: string },
): Promise<MirrorContentRecord | undefined> {
  const rows = await runStatement<MirrorContentRecord>(
    sql,
    `select i.name, i.mime_type as "mimeType", i.modified_at as "modifiedAtEpoch", c.sha256, c.size::float8 as size
     from drive.item i join drive.content c on c.sha256 = i.content_sha256
     where i.site_id = $1 and i.id = $2 and i.deleted_at is null`,
    [item.siteId, item.itemId],
  );
  return rows[0];
}

/** A content that an item has or had, by the number of the change that brought it. */
export async function selectContentOfVersion(
  sql: Executor,
  version: { siteId: string; itemId: string; change: number },
): Promise<MirrorContentRecord | undefined> {
  const rows = await runStatement<MirrorContentRecord>(
    sql,
    `select v.name, i.mime_type as "mimeType", v.modified_at as "modifiedAtEpoch", c.sha256, c.size::float8 as size
     from drive.item_version v join drive.content c on c.sha256 = v.sha256
     join drive.item i on i.site_id = v.site_id and i.id = v.item_id
     where v.site_id = $1 and v.item_id = $2 and v.change = $3::bigint`,
    [version.siteId, version.itemId, version.change],
  );
  return rows[0];
}
