import { type Executor, runStatement } from '../../../../platform/database/index.js';

/** A client that may read the mirror. */
export interface MirrorClientRecord {
  id: string;
  name: string;
  createdAtEpoch: number;
  lastTokenAtEpoch: number | null;
}

const clientColumns = `id, name, created_at as "createdAtEpoch", last_token_at as "lastTokenAtEpoch"`;

/** Inserts a client; undefined when the name is in use. */
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

/** Records that a client gets a token; false when id or secret is wrong. */
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

/** The key with this name; inserts the offered one when there is none. */
export async function ensureKey(sql: Executor, key: { name: string; offered: string }): Promise<string> {
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
