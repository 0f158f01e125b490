import type pg from 'pg';
import { defaultPort } from './servers.js';

/**
 * The options with which node-postgres, the driver of the job queue, connects to the same server as postgres.js, with
 * the same verification of its certificate. By itself, node-postgres verifies certificates with `sslmode=require` too,
 * and reads the port of a host and the SSL mode from the environment.
 * @param input PostgreSQL URL with one host, with a socket directory, or without both
 */
export function nodePostgresOptions(input: string): Pick<pg.PoolConfig, 'connectionString' | 'ssl'> {
  const url = new URL(input);
  const { searchParams } = url;
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl');
  for (const name of ['sslmode', 'ssl']) searchParams.delete(name);
  const namesHost = url.hostname !== '' || searchParams.has('host');
  if (namesHost && url.port === '' && !searchParams.has('port')) searchParams.set('port', String(defaultPort));
  return { connectionString: url.href, ssl: tlsOptions(mode) };
}

function tlsOptions(mode: string | null): pg.PoolConfig['ssl'] {
  if (mode === null || mode === 'disable' || mode === 'false') return false;
  return { rejectUnauthorized: !['allow', 'require'].includes(mode) };
}
