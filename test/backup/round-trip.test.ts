import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunningRelease } from '../upgrade/support/services.js';
import {
  backupFolder,
  emptyInstance,
  environmentOf,
  fillInstance,
  type Instance,
  inspect,
  instanceLabel,
  succeed,
} from './support/backup-instances.js';
import { contentOf, filesOf, jobsOf, shapeOf } from './support/compare.js';

async function stateOf(instance: Instance) {
  const database = await inspect(instance, async (sql) => ({
    content: await contentOf(sql),
    shape: await shapeOf(sql),
    jobs: await jobsOf(sql),
  }));
  return { ...database, files: filesOf(instance.dataDir).filter((file) => !file.startsWith('/drive/incoming/')) };
}

/** Responses of the four services. */
async function responsesOf(server: RunningRelease, secrets: { key: string; token: string; client: Client }) {
  const { key, token, client } = secrets;
  // Runs first, because it takes a seat, and the queries below count against the quota.
  const checkIn = await server.checkIn(1);
  const accounts: { username: string; status: string }[] = JSON.parse(
    await server.rampart(['accounts', 'list', '--json']),
  );
  return {
    checkIn,
    accounts: accounts.map(({ username, status }) => ({ username, status })),
    alerts: await server.call('GET', '/alerts?limit=200'),
    endpoints: await server.call('GET', '/endpoints'),
    domains: await server.domains('demo', key, 'northw'),
    zones: JSON.parse(await server.rampart(['zones', 'list', '--json'])),
    controllers: await server.controllers(),
    seats: await server.call('POST', '/graphql', {
      key: token,
      body: { query: '{ license { cap seatsUsed seatsLeft } }' },
    }),
    mirror: await server
      .call('POST', '/any/oauth2/v2.0/token', { body: tokenForm(client) })
      .then(({ access_token: input, ...rest }) => ({ ...rest, given: typeof input })),
  };
}

function tokenForm(client: Client): string {
  return new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: 'http://127.0.0.1/.default', ...client },
  }).toString();
}

/** Adds a job that is due later, and a retried one with a key, a queue, a priority and a flag. */
async function addJobs(instance: Instance): Promise<void> {
  await inspect(instance, async (sql) => {
    await sql`select graphile_worker.add_job('a.later', '{"text": "a\\\\b\\n\\u00e4"}', run_at := now() + interval '1 day')`;
    await sql`select graphile_worker.add_job('b.keyed', '{}', job_key := 'one', queue_name := 'q', priority := 3, flags := array['f'])`;
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'rejected' where key = 'one'`;
  });
}

type Client = { client_id: string; client_secret: string };

test('a backup moves an instance from a server to the embedded database and back without loss', async () => {
  const { folder, passphraseFile } = backupFolder();
  const source = await emptyInstance('url');
  const { environment, key } = await fillInstance(source);
  const server = await RunningRelease.start(environment);
  const token = (await server.rampart(['tokens', 'create', 'moved', '--role', 'admin'])).trim();
  const client = await server.addMirrorClient('tool');
  await server.register('waiting');
  const responsesBefore = await responsesOf(server, { key, token, client });
  expect(await server.stop()).toBe(0);
  await addJobs(source);
  const original = await stateOf(source);
  expect(original.jobs.length).toBeGreaterThanOrEqual(2);
  expect(Object.keys(original.content).length).toBeGreaterThan(40);

  const first = join(folder, 'first');
  const second = join(folder, 'second');
  const [embedded, back] = [await emptyInstance('embedded'), await emptyInstance('url')];
  await succeed(['backup', first, '--passphrase-file', passphraseFile, ...instanceLabel(source)]);
  expect(statSync(first).mode & 0o777).toBe(0o600);
  await succeed(['restore', first, '--passphrase-file', passphraseFile, ...instanceLabel(embedded)]);
  expect(await stateOf(embedded)).toEqual(original);
  await succeed(['backup', second, '--passphrase-file', passphraseFile, ...instanceLabel(embedded)]);
  await succeed(['restore', second, '--passphrase-file', passphraseFile, ...instanceLabel(back)]);
  expect(await stateOf(back)).toEqual(original);
  const log = (await succeed(['audit', 'export', '--action', 'restore.backup', ...instanceLabel(back)])).trim();
  expect(log.split('\n').map((line) => JSON.parse(line))).toMatchObject([
    { interface: 'command-line', after: { rampart: expect.any(String) } },
    { interface: 'command-line', after: { rampart: expect.any(String) } },
  ]);
  await succeed(['audit', 'verify', ...instanceLabel(back)]);

  rmSync(source.dataDir, { recursive: true });
  const moved = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(source.dataDir, back.dataDir)]),
  );
  const restored = await RunningRelease.start({ ...moved, ...environmentOf(back) });
  expect(await responsesOf(restored, { key, token, client })).toEqual(responsesBefore);
  expect(await restored.stop()).toBe(0);
});
