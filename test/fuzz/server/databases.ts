import { randomBytes } from 'node:crypto';
import type { Cluster } from '../../../platform/database/index.js';
import { administer, databaseUrl, fromTemplate, prepareCluster } from '../../support/test-cluster.js';
import type { DatabaseServer } from '../engine/messages.js';

/** Prepares a new cluster for {@link createDatabase}. */
export async function prepareServer({ target }: Cluster): Promise<DatabaseServer> {
  const server = { host: target.socketFolder, user: target.user, password: target.password };
  await prepareCluster(server);
  return server;
}

/**
 * Creates a migrated database.
 * @returns its URL, over the socket
 */
export async function createDatabase(server: DatabaseServer): Promise<string> {
  const name = `fuzz_${randomBytes(6).toString('hex')}`;
  await administer(server, (sql) => sql.unsafe(`create database ${name} ${fromTemplate}`));
  return databaseUrl(server, name);
}
