import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dashboardQuery } from '../../command-line/demo/dashboard-query.js';
import { writeSampleFolder } from '../../command-line/demo/document-site.js';
import { linkSampleEvidence } from '../../command-line/demo/evidence.js';
import { fillSample } from '../../command-line/demo/fill.js';
import { writeSampleLicense } from '../../command-line/demo/sample-controllers.js';
import { describeDemo } from '../../command-line/demo/summary.js';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { createDriveService, SyncTrigger } from '../../subgraphs/drive/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { createLicenseService } from '../../subgraphs/licenses/index.js';
import { graphWith, openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

const addresses = ['graphql', 'rest', 'licenses', 'console', 'docs'].map((name) => ({ name, url: `http://${name}` }));

test('the demo fills all four domains, and one query returns data from each', async () => {
  const data = temporaryFolder();
  onTestFinished(() => data.remove());
  const folder = join(data.path, 'documents');
  mkdirSync(folder);
  writeSampleFolder(folder);
  const opened = await openDatabaseForTest({ RAMPART_SERVER_DATA_DIR: data.path, RAMPART_DRIVE_FOLDER: folder });
  const licenses = { ...opened.configuration.licenses, ...(await writeSampleLicense(data.path, Date.now() / 1000)) };
  const configuration = { ...opened.configuration, licenses };
  const platform = {
    configuration,
    database: opened.database,
    clock: systemClock,
    log: silentLog,
  };
  const graph = graphWith(...subgraphs.map((definition) => definition.create(platform)));

  const { key } = await fillSample({ ...platform, graph, days: 3, onProgress: () => {} });
  const drive = createDriveService(platform);
  await drive.scanFolder({ trigger: SyncTrigger.REQUEST });
  await drive.close();
  await linkSampleEvidence(graph);
  const story = await describeDemo(graph, { addresses, token: 'rpt_token', key, dataDir: data.path });

  const { response } = /Its result\n(?<response>[\s\S]*?)\n\n/.exec(story)?.groups ?? {};
  const { alerts } = JSON.parse(response ?? '');
  expect(alerts.nodes.length).toBeGreaterThan(0);
  for (const { endpoint, evidence } of alerts.nodes) {
    expect(endpoint.controllers).toContainEqual({
      guid: expect.any(String),
      version: expect.stringMatching(/^4\.\d\.\d$/),
      lastContact: expect.any(String),
    });
    const { domain } = endpoint;
    expect(endpoint.hostname.endsWith(`.${domain.name}`)).toBe(true);
    expect(domain.latestObservation).toMatchObject({ zone: 'example', status: 'ACTIVE' });
    expect(evidence.map(({ item }: { item: { path: string } }) => item.path)).toContain('/incidents/incident-01.md');
  }
  expect(story).toMatch(/ {2}alerts {6}\d+ on \d+ endpoints: \d+ open, [1-9]\d* suppressed; [1-3] incidents\n/);
  expect(story).toMatch(/ {2}zones {7}demo and example with [5-9],\d{3} domains\n/);
  expect(story).toMatch(/ {2}licenses {4}52 of 60 seats occupied\n/);
  const { nodes: warnings } = await createLicenseService(platform).listWarnings(localRequest);
  const kinds = new Set<string>(warnings.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['controller_silent', 'license_expiring', 'seats_low', 'version_outdated']);
  expect(story).toMatch(/ {2}drive {7}60 files of /);
  expect(story).toContain(dashboardQuery.split('\n').at(-2));
  for (const { url } of addresses) expect(story).toContain(url);
  expect(story).toContain(`  instance: npm run -s rampart -- COMMAND --data-dir ${data.path}\n`);
});

test('README contains the query of the demo', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  expect(readme).toContain(dashboardQuery.replaceAll(/\s+/g, ' '));
});
