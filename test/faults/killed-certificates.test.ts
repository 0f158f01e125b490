import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { runJobNow } from '../../platform/jobs.js';
import { silentLog } from '../../platform/log.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { openDatabaseForTest, testConfiguration } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';
import { startLog } from '../zones/support/certificate-log.js';
import { certificate } from '../zones/support/certificates.js';
import { blocker } from './support/blocker.js';

test('following a log of certificates that is killed at any step stores each certificate once', async () => {
  const { url, database } = await openDatabaseForTest();
  const { sql } = database;
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const log = await startLog('rfc6962', Date.now);
  const environment = {
    ...{ DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    RAMPART_ZONES_CERTIFICATE_LOGS: log.setting,
  };
  const configuration = testConfiguration(environment);
  const service = createZoneService({ configuration, database, clock: systemClock, log: silentLog });
  await service.addBrand(localRequest, { name: 'northwind', tenantId: 'acme' });

  let server: RunningServer = await startServer(environment);
  onTestFinished(() => void server.command.process.kill('SIGKILL'));
  const position = async () => (await sql`select position::int from zones.certificate_log`)[0]?.position;
  const names = async () => (await sql`select name from zones.brand_certificate order by 1`).map(({ name }) => name);
  /** Runs the job as if the lease of a killed process had expired. */
  const follow = async () => {
    await sql`update zones.certificate_log set next_attempt_at = 0`;
    await database.transaction((own) =>
      runJobNow(own, { name: 'zones.follow-certificates', payload: {}, key: 'follow-certificates of the test' }),
    );
  };
  const until = async (reached: () => Promise<unknown>, value: unknown) => {
    const asked = async () => {
      await follow();
      return await reached();
    };
    await expect.poll(asked, { timeout: 30_000, interval: 200 }).toEqual(value);
  };
  /** Kills the server at the request for an entry, and starts another one. */
  const killAtEntry = async (index: number) => {
    let isKilled = false;
    log.fault = ({ path }) => {
      if (!path.includes(`start=${index}&`)) return undefined;
      isKilled = server.command.process.kill('SIGKILL');
      return { status: 503 };
    };
    await until(async () => isKilled, true);
    await server.command.result;
    log.fault = () => undefined;
  };

  await until(position, 0);
  log.maxEntries = 1;
  for (const name of ['northwlnd.com', 'other.org', 'northwind-login.com']) log.entries.push(await certificate([name]));
  // Before anything is stored.
  await killAtEntry(0);
  expect([await position(), await names()]).toEqual([0, []]);

  // While a certificate is stored.
  const gate = await blocker(database, 'lock table zones.brand_certificate in share mode');
  await gate.block();
  server = await startServer(environment);
  await follow();
  await gate.untilSomebodyWaits();
  server.command.process.kill('SIGKILL');
  await server.command.result;
  await gate.release();
  expect([await position(), await names()]).toEqual([0, []]);

  // Between two batches.
  server = await startServer(environment);
  await killAtEntry(1);
  expect([await position(), await names()]).toEqual([1, ['northwlnd.com']]);

  server = await startServer(environment);
  await until(position, 3);
  expect(await names()).toEqual(['northwind-login.com', 'northwlnd.com']);
  expect(await sql`select error, failures from zones.certificate_log`).toEqual([{ error: null, failures: 0 }]);
}, 120_000);
