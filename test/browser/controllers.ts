import { systemClock } from '../../platform/clock.js';
import { type Database, openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { createLicenseService, type LicenseService } from '../../subgraphs/licenses/index.js';
import { fromOperator, guidOf, keyPair, LicenseFolder } from '../licenses/support/license-world.js';
import { appendUsage } from '../licenses/support/usage.js';
import { checkPath, report, writeDefaultFiles } from '../rest/support/licenses-server.js';
import { testConfiguration } from '../support/index.js';
import type { BrowserTestServer } from './support.js';

const daySeconds = 86_400;

/** Two controllers under a license for two, which has ended and is in its grace period of three days. */
export interface TestControllers {
  readonly files: LicenseFolder;
  /** The text of another license, for one controller. */
  readonly license: string;
  /** Settings of the server. */
  readonly environment: Record<string, string>;
  /** Checks in a controller, and returns message and configuration. Default hostname: such as `plc-1`. */
  checkIn(server: BrowserTestServer, number: number, hostname?: string): Promise<{ message: string; default?: object }>;
  /** Issues a machine file for the first controller, and appends it to the usage log. */
  issueMachineFile(server: BrowserTestServer): Promise<void>;
  /** Lets the controllers be silent for two days, and checks for warnings. */
  warn(server: BrowserTestServer): Promise<void>;
  /** Adds a sample to the seats over time. */
  countSeats(server: BrowserTestServer): Promise<void>;
}

export async function testControllers(): Promise<TestControllers> {
  const files = new LicenseFolder();
  await writeDefaultFiles(files);
  const daysFromNow = (days: number) => new Date(Date.now() + days * daySeconds * 1000);
  const license = await files.license({ cap: 1, issuedAt: daysFromNow(-1), expiresAt: daysFromNow(300) });
  await files.license({ cap: 2, issuedAt: daysFromNow(-30), expiresAt: daysFromNow(-0.1), graceDays: 3 });
  files.write('signing.pem', keyPair().privateKey);
  const environment = {
    ...files.settings(),
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_CURRENT_VERSION: '5.0' },
    RAMPART_LICENSES_SIGNING_KEY_FILE: files.path('signing.pem'),
  };
  /** Runs work with the service in this process, on the database of the server. */
  async function runWithService(
    { databaseUrl }: BrowserTestServer,
    work: (service: LicenseService, database: Database) => Promise<void>,
  ): Promise<void> {
    const configuration = testConfiguration({ ...environment, DATABASE_URL: databaseUrl });
    const database = await openDatabase({ configuration, log });
    await work(createLicenseService({ configuration, database, clock: systemClock, log }), database);
    await database.close();
  }
  const run = (service: LicenseService, job: string) => service.jobs.find(({ name }) => name === job)?.run({});
  return {
    ...{ files, license, environment },
    async checkIn({ controllersUrl }, number, hostname = `plc-${number}`) {
      const input = { guid: guidOf(number), hostname, ip_addresses: [`10.${number}.0.7`] };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(report(input));
      const response = await fetch(`${controllersUrl}${checkPath}`, { method: 'POST', headers, body });
      return (await response.json()) as { message: string; default?: object };
    },
    issueMachineFile: (server) =>
      runWithService(server, async (service) => {
        await service.issueMachineFile(fromOperator(), { guid: guidOf(1), days: 30 });
        await appendUsage(service);
      }),
    warn: (server) =>
      runWithService(server, async (service, database) => {
        await database.sql`update licenses.controller set last_contact = last_contact - ${2 * daySeconds}`;
        await run(service, 'licenses.check-warnings');
      }),
    countSeats: (server) => runWithService(server, async (service) => await run(service, 'licenses.count-seats')),
  };
}
