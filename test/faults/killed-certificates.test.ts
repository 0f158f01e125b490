import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { type RunningCommand, runCommand, startCommand } from '../support/command-line.js';
import { openDatabaseForTest, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { startCertificateLog } from '../zones/support/certificate-log.js';
import { certificate } from '../zones/support/certificates.js';
import { createBlocker } from './support/blocker.js';

const args = ['zones', 'certificates', '--read'];

test('a reader of a certificate log that is killed at any step stores each certificate once, and failures exit with code 1', async () => {
  const { url, database } = await openDatabaseForTest();
  const { sql } = database;
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const log = await startCertificateLog('rfc6962', Date.now);
  const environment = {
    ...{ DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path },
    RAMPART_ZONES_CERTIFICATE_LOGS: log.setting,
  };
  const configuration = testConfiguration(environment);
  const service = createZoneService({ configuration, database, clock: systemClock, log: silentLog });
  await service.addBrand(localRequest, { name: 'northwind', tenantId: 'acme' });
  const readPosition = async () => (await sql`select position::int from zones.certificate_log`)[0]?.position;
  const readNames = async () =>
    (await sql`select name from zones.brand_certificate order by 1`).map(({ name }) => name);
  const killAndWait = async ({ process, result }: RunningCommand) => {
    process.kill('SIGKILL');
    expect((await result).signal).toBe('SIGKILL');
    // The database ends the lock of a killed process.
    const locks = () => sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await locks()).length, { timeout: 60_000, interval: 20 }).toBe(0);
  };
  /** Kills the process when it requests an entry. */
  const killAtEntry = async (index: number) => {
    const requested = Promise.withResolvers<void>();
    // The request never gets a response.
    log.fault = ({ path }) => {
      if (!path.includes(`start=${index}&`)) return undefined;
      requested.resolve();
      return { isSilent: true };
    };
    const reading = startCommand(args, { environment });
    const failure = reading.result.then(({ errors }) => Promise.reject(new Error(`it was not killed: ${errors}`)));
    failure.catch(() => undefined);
    await Promise.race([requested.promise, failure]);
    await killAndWait(reading);
    log.fault = () => undefined;
  };

  expect(await service.readLogs(localRequest)).toMatchObject([{ outcome: 'read' }]);
  expect(await readPosition()).toBe(0);
  log.maxEntries = 1;
  for (const name of ['northwlnd.com', 'other.org', 'northwind-login.com']) log.entries.push(await certificate([name]));
  // Before anything is stored.
  await killAtEntry(0);
  expect([await readPosition(), await readNames()]).toEqual([0, []]);

  // While a certificate is stored.
  const gate = createBlocker(database, 'lock table zones.brand_certificate in share mode');
  await gate.block();
  const storing = startCommand(args, { environment });
  await gate.untilSomebodyWaits();
  const busy = await runCommand(args, { environment });
  expect(busy).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/: another process is reading it; try again later\n$/),
  });
  storing.process.kill('SIGKILL');
  await storing.result;
  await gate.release();
  await killAndWait(storing);
  expect([await readPosition(), await readNames()]).toEqual([0, []]);

  // Between two batches.
  await killAtEntry(1);
  expect([await readPosition(), await readNames()]).toEqual([1, ['northwlnd.com']]);

  const { code, output, errors } = await runHere([...args, '--json'], { environment });
  expect(code, errors).toBe(0);
  expect(JSON.parse(output)).toMatchObject([{ treeSize: 3, lag: 0, failures: 0, error: null }]);
  expect(await readNames()).toEqual(['northwind-login.com', 'northwlnd.com']);

  log.fault = () => ({ status: 503 });
  const failed = await runHere(args, { environment });
  // The state of the log is printed, too.
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('status 503') });
  expect(failed.errors).toMatch(/^[^\n]*http[^\n]*: [^\n]*status 503[^\n]*\n$/);
});
