import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { DatabaseServer } from '../engine/messages.js';

/**
 * Creates an empty database.
 * @returns its URL, over the socket
 */
export async function createDatabase({ host, user, password }: DatabaseServer): Promise<string> {
  const name = `fuzz_${randomBytes(6).toString('hex')}`;
  const path = `${host}/.s.PGSQL.5432`;
  const sql = postgres({ host, path, user, password, database: 'postgres', max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name}`);
  } finally {
    await sql.end();
  }
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}`;
}
