import { systemClock } from '../../platform/clock.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog as log } from '../../platform/log.js';
import { createLicenseService } from '../../subgraphs/licenses/index.js';
import { guidOf, LicenseFolder } from '../licenses/support/license-world.js';
import { checkPath, putInOrder, report } from '../rest/support/licenses-server.js';
import { testConfiguration } from '../support/index.js';
import type { BrowserTestServer } from './support.js';

const secondsOfDay = 86_400;

/** Two controllers under a license for two, which has ended and is in its grace period of three days. */
export interface TestControllers {
  readonly files: LicenseFolder;
  /** The text of another license, for one controller. */
  readonly license: string;
  /** Settings of the server. */
  readonly environment: Record<string, string>;
  /** Checks in one of the controllers, 1 or 2, and returns message and configuration. */
  checkIn(server: BrowserTestServer, number: 1 | 2): Promise<{ message: string; default?: object }>;
  /** Lets the controllers be silent for two days, and checks for warnings. */
  warn(server: BrowserTestServer): Promise<void>;
}

export async function testControllers(): Promise<TestControllers> {
  const files = new LicenseFolder();
  await putInOrder(files);
  const at = (days: number) => new Date(Date.now() + days * secondsOfDay * 1000);
  const license = await files.license({ cap: 1, issuedAt: at(-1), expiresAt: at(300) });
  await files.license({ cap: 2, issuedAt: at(-30), expiresAt: at(-0.1), graceDays: 3 });
  const environment = {
    ...files.settings(),
    ...{ RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_CURRENT_VERSION: '5.0' },
  };
  return {
    ...{ files, license, environment },
    async checkIn({ controllersUrl }, number) {
      const given = { guid: guidOf(number), hostname: `plc-${number}`, ip_addresses: [`10.${number}.0.7`] };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(report(given));
      const response = await fetch(`${controllersUrl}${checkPath}`, { method: 'POST', headers, body });
      return (await response.json()) as { message: string; default?: object };
    },
    async warn({ databaseUrl }) {
      const configuration = testConfiguration({ ...environment, DATABASE_URL: databaseUrl });
      const database = await openDatabase({ configuration, log });
      await database.sql`update licenses.controller set last_contact = last_contact - ${2 * secondsOfDay}`;
      const service = createLicenseService({ configuration, database, clock: systemClock, log });
      await service.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({});
      await database.close();
    },
  };
}
