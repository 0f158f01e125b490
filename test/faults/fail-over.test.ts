import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { systemPostgresBinaries } from '../support/system-postgres.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.js';

if (systemPostgresBinaries() === undefined) {
  console.log('PostgreSQL 15 or newer is not installed here: fail-over to a standby is not tested.');
}

const polling = { timeout: 60_000, interval: 50 };
const adminToken = 'a'.repeat(40);
const importing =
  'mutation ($inference: InferenceInput!) { importInferences(input: { inferences: [$inference] }) { results { outcome } } }';
const inference = {
  ...{ tenantId: 'north', endpointId: 'ws-1', platform: 'WINDOWS', prediction: 'ATTACK', modelName: 'm' },
  ...{ attackProb: 0.9, confidence: 0.9, timestamp: 1_790_000_000, numNodes: 1, numEdges: 1 },
};

describe.skipIf(systemPostgresBinaries() === undefined)('a database URL with a standby and a primary', () => {
  let pair: ReplicatedPostgres;
  let server: RunningServer;
  const folder = temporaryFolder();
  const acknowledged: string[] = [];

  beforeAll(async () => {
    pair = (await startReplicatedPostgres()) as ReplicatedPostgres; // Debian's PostgreSQL is installed.
    const hosts = `127.0.0.1:${pair.standby.port},127.0.0.1:${pair.primary.port}`;
    server = await startServer({
      DATABASE_URL: `postgres://postgres@${hosts}/postgres`,
      RAMPART_SERVER_DATA_DIR: folder.path,
      RAMPART_AUTH_ADMIN_TOKEN: adminToken,
    });
  });

  afterAll(async () => {
    server?.command.process.kill('SIGKILL');
    pair?.close();
    folder.remove();
  });

  const restUrlOf = (path: string): string => `${server.addresses.rest}${path}`;
  const readiness = async (): Promise<number> => (await fetch(restUrlOf('/health/ready'))).status;

  /** Imports one inference and returns the code of the error, if any. */
  async function importOne(inferenceId: string): Promise<string | undefined> {
    const response = await fetch(server.addresses.graphql ?? '', {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: importing, variables: { inference: { ...inference, inferenceId } } }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    if (errors === undefined) acknowledged.push(inferenceId);
    return errors?.[0]?.extensions.code;
  }

  test('uses the primary for requests and jobs', async () => {
    await vi.waitFor(async () => expect(await readiness()).toBe(200), polling);
    for (let number = 0; number < 20; number++) expect(await importOne(`before ${number}`)).toBeUndefined();
    const sql = postgres(pair.primary.url, { max: 1 });
    const workers =
      await sql`select distinct application_name name from pg_stat_activity where application_name = 'rampart-jobs'`;
    await sql.end();
    expect(workers).toHaveLength(1);
  });

  test('responds with 503 while there is no primary, and is not ready', async () => {
    pair.primary.kill();
    await vi.waitFor(async () => expect(await readiness()).toBe(503), polling);
    expect(await importOne('without a primary')).toBe('STORE_UNAVAILABLE');
    const response = await fetch(restUrlOf('/alerts'), { headers: { authorization: `Bearer ${adminToken}` } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('uses the new primary, loses no acknowledged change, and runs jobs there', async () => {
    pair.standby.promote();
    await vi.waitFor(async () => expect(await importOne('after the promotion')).toBeUndefined(), polling);
    await vi.waitFor(async () => expect(await readiness()).toBe(200), polling);
    const sql = postgres(pair.standby.url, { max: 1 });
    const stored = await sql`select inference_id id from alerts.inference order by inference_id`;
    const jobs = await sql`select 1 from pg_stat_activity where application_name = 'rampart-jobs'`;
    await sql.end();
    expect(stored.map(({ id }) => id)).toEqual([...acknowledged].sort());
    expect(jobs).not.toHaveLength(0);
  });
});
