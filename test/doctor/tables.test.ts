import { expect, test } from 'vitest';
import { brands } from '../../command-line/doctor/checks/brands.js';
import { documentSites } from '../../command-line/doctor/checks/document-sites.js';
import { massChanges } from '../../command-line/doctor/checks/mass-changes.js';
import { policyZones } from '../../command-line/doctor/checks/policy-zones.js';
import { rdapServers } from '../../command-line/doctor/checks/rdap-servers.js';
import { zoneSources } from '../../command-line/doctor/checks/zone-sources.js';
import { withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { databaseSettingsForTest, testConfiguration } from '../support/index.js';
import { resultOf } from './support/examine.js';

/** The results of all checks that query tables, by status and message. */
async function resultsFor(url: string): Promise<Set<string>> {
  const environment = {
    DATABASE_URL: url,
    RAMPART_ZONES_SOURCES: 'com=https://registry.example/com.zone',
    RAMPART_DNS_POLICY_ZONES: 'rpz.example',
    RAMPART_DRIVE_GRAPH_URL: 'https://graph.example',
  };
  const checks = [brands, documentSites, massChanges, policyZones, rdapServers, zoneSources];
  const results = await Promise.all(checks.map((check) => resultOf(check, environment)));
  return new Set(results.map(({ status, message }) => `${status}: ${message}`));
}

test('checks of tables are skipped if the database cannot be reached', async () => {
  expect(await resultsFor('postgres://ada@127.0.0.1:1/rampart')).toEqual(
    new Set(['skipped: the database cannot be reached']),
  );
});

test('checks of tables are skipped if the database was migrated by a newer version', async () => {
  const { DATABASE_URL: url } = await databaseSettingsForTest();
  await withUnmigratedDatabase(
    { configuration: testConfiguration({ DATABASE_URL: url }), log: silentLog },
    (sql) => sql`insert into drizzle.rampart_migration (name, created_at, hash, compatible_from, release)
      values ('9000_contraction', 9000000000000, '', '999.0.0', '999.0.0')`,
  );
  expect(await resultsFor(url)).toEqual(new Set(['skipped: the database was migrated by a newer version of Rampart']));
});
