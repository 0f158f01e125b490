import { asc, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../platform/database/index.js';
import {
  cast,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  hasRow,
  integer,
  nullable,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  text,
} from '../../../../platform/database/statements/index.js';
import { mirrorClient, mirrorKey } from '../tables.js';

const { id, name, createdAtEpoch, lastTokenAtEpoch } = mirrorClient;
const clientColumns = { id, name, createdAtEpoch, lastTokenAtEpoch };

/** A mirror client, without its secret. */
export type MirrorClientRecord = RowOfSelection<typeof clientColumns>;

/** Inserts a mirror client; undefined if the name is in use. */
export const insertClient = fetchRow({ id: text, name: text, secretHash: text, now: float8 }, (values) =>
  rawQuery(
    clientColumns,
    (columns) => sql`insert into ${mirrorClient} (id, name, secret_hash, created_at)
        values (${values.id}, ${values.name}, ${values.secretHash}, ${values.now})
        on conflict (name) do nothing returning ${columns}`,
  ),
);

/** All mirror clients, sorted by name. */
export const selectClients = fetchRows({}, () =>
  queryBuilder.select(clientColumns).from(mirrorClient).orderBy(asc(name)),
);

/**
 * SQL condition: the name or id of a client contains the search string, ignoring case; null matches all clients.
 */
function matchesSearch(search: SQL): SQL {
  return sql`(${search} is null or strpos(lower(${name} collate "default"), lower(${search})) > 0
    or strpos(lower(${id}), lower(${search})) > 0)`;
}

/** Mirror clients after a position, newest first. */
export const selectClientsAfter = fetchRows(
  { search: nullable(text), createdAt: nullable(float8), id: nullable(text), limit: integer },
  (parameters) =>
    rawQuery(
      clientColumns,
      (columns) => sql`select ${columns} from ${mirrorClient} where ${matchesSearch(parameters.search)}
        and (${parameters.createdAt} is null or ${createdAtEpoch} < ${parameters.createdAt}
          or (${createdAtEpoch} = ${parameters.createdAt} and ${id} > ${parameters.id}))
        order by ${createdAtEpoch} desc, ${id} limit ${parameters.limit}`,
    ),
);

export const countClients = fetchOne({ search: nullable(text) }, ({ search }) =>
  queryBuilder
    .select({ total: cast(float8, sql`count(*)`) })
    .from(mirrorClient)
    .where(matchesSearch(search)),
);

/** Deletes a mirror client with its subscriptions, and returns it; undefined if there was none. */
export const deleteClient = fetchRow({ nameOrId: text }, ({ nameOrId }) =>
  rawQuery(
    clientColumns,
    (columns) =>
      sql`delete from ${mirrorClient} where ${name} = ${nameOrId} or ${id} = ${nameOrId} returning ${columns}`,
  ),
);

export const clientExists = hasRow(
  { id: text },
  (values) => sql`select from ${mirrorClient} where ${id} = ${values.id}`,
);

/** Verifies the id and secret of a mirror client, and updates the time of its last token; false if either is wrong. */
export const authenticateClient = hasRow(
  { id: text, secretHash: text, now: float8 },
  (values) => sql`update ${mirrorClient} set last_token_at = ${values.now}
      where ${id} = ${values.id} and ${mirrorClient.secretHash} = ${values.secretHash} returning id`,
);

const insertKey = execute(
  { name: text, offered: text },
  (key) => sql`insert into ${mirrorKey} (name, secret) values (${key.name}, ${key.offered}) on conflict do nothing`,
);
const selectSecret = fetchOne({ name: text }, (key) =>
  queryBuilder.select({ secret: mirrorKey.secret }).from(mirrorKey).where(sql`${mirrorKey.name} = ${key.name}`),
);

/** Returns the signing key with this name; if there is none, stores the offered key. Keys are never deleted. */
export async function ensureKey(executor: Executor, key: { name: string; offered: string }): Promise<string> {
  await insertKey(executor, key);
  return (await selectSecret(executor, key)).secret;
}
