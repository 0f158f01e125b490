import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dashboardQuery } from '../../command-line/demo/dashboard-query.js';
import { controllerReport } from '../competitors/controller-report.js';
import { dashboardAlerts } from '../competitors/operations.js';
import type { BenchmarkEnvironment } from '../environment.js';
import type { LoadRequest } from '../load/load.js';
import { startRampart } from '../rampart.js';
import { runCommand } from '../run-command.js';
import { endpointsPerTenant, tenantsFor, writeInferences } from './inferences.js';
import { licenseSettings, registerControllers } from './licenses.js';

export const dashboardDatabase = 'dashboard';
export const dashboardToken = 'the-administrator-of-the-dashboard';

const alerts = 20_000;
const files = 40;
const zone = 'example';
const scanSeconds = 30;
/** Number of alerts with evidence; larger than a page of the dashboard query. */
const alertsWithEvidence = 100;

/** The environment of the dashboard query over all four domains. */
export interface DashboardEnvironment {
  readonly settings: Readonly<Record<string, string>>;
  /** Origin of a server with all four domains. */
  readonly origin: string;
}

/**
 * Fills a database for the dashboard query through the product's interfaces: alerts, the controllers of their hosts,
 * the zone of their domains, and files of a document site linked to the most severe alerts. Leaves the server running.
 */
export async function fillDashboard(
  benchmark: BenchmarkEnvironment,
  options: { profile: string | undefined; onProgress(message: string): void },
): Promise<DashboardEnvironment> {
  const { profile, onProgress } = options;
  const settings = {
    ...(await licenseSettings(benchmark)),
    RAMPART_AUTH_ADMIN_TOKEN: dashboardToken,
    RAMPART_DRIVE_FOLDER: writeFolder(benchmark),
  };
  onProgress(`importing ${alerts} alerts and a zone`);
  await benchmark.createDatabase(dashboardDatabase);
  await importFiles(benchmark);
  const server = await startRampart(benchmark, {
    name: 'rampart-dashboard',
    database: dashboardDatabase,
    settings,
    profile,
  });
  onProgress('registering controllers and linking evidence');
  await registerControllers(server.licensesOrigin, hosts().map(checkInOf));
  await linkEvidence(benchmark, server.origin);
  await assertJoined(server.origin);
  await benchmark.withConnection(dashboardDatabase, async (sql) => void (await sql`vacuum analyze`));
  return { settings, origin: server.origin };
}

function writeFolder(benchmark: BenchmarkEnvironment): string {
  const folder = join(benchmark.subfolder('documents'), 'cases');
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < files; number += 1) {
    writeFileSync(join(folder, `case-${number}.txt`), `Findings of case ${number}.\n`);
  }
  return join(folder, '..');
}

async function importFiles(benchmark: BenchmarkEnvironment): Promise<void> {
  const database = dashboardDatabase;
  const inferences = join(benchmark.folder, 'dashboard.ndjson');
  await writeInferences(inferences, { incidents: alerts, noise: 0.1 });
  await runCommand(benchmark, { database, args: ['migrate'] });
  await runCommand(benchmark, { database, args: ['alerts', 'import', inferences] });
  const zoneFile = join(benchmark.folder, `${zone}.zone`);
  const names = Array.from({ length: tenantsFor(alerts) }, (_, tenant) => `tenant-${tenant}.${zone}.`);
  const soa = `${zone}. 900 in soa a.nic.${zone}. hostmaster.nic.${zone}. 1 1800 900 604800 86400`;
  const lines = [soa, ...names.map((name) => `${name} 172800 in ns ns1.provider.net.`)];
  writeFileSync(zoneFile, `${lines.join('\n')}\n`);
  await runCommand(benchmark, { database, args: ['zones', 'import', zone, zoneFile] });
}

/** The hostnames of all endpoints with alerts. */
function hosts(): string[] {
  return Array.from({ length: tenantsFor(alerts) }, (_, tenant) =>
    Array.from({ length: endpointsPerTenant }, (_, endpoint) => `host-${endpoint}.tenant-${tenant}.${zone}`),
  ).flat();
}

function checkInOf(hostname: string, number: number): LoadRequest {
  const body = JSON.stringify({ ...controllerReport(number), hostname });
  return { method: 'POST', path: '/api/check-license/', body };
}

async function linkEvidence(benchmark: BenchmarkEnvironment, origin: string): Promise<void> {
  const items = await scannedFiles(benchmark);
  const page = `{ alerts(first: ${alertsWithEvidence}, filter: { status: [OPEN] }, orderBy: { field: SEVERITY }) { nodes { id } } }`;
  const found = await execute<{ alerts: { nodes: { id: string }[] } }>(origin, page, {});
  for (const [index, { id: alertId }] of found.alerts.nodes.entries()) {
    const input = { ...items[index % items.length], alertId, notes: `memory of ${index}` };
    const document =
      'mutation Link($input: LinkDriveEvidenceInput!) { linkDriveEvidence(input: $input) { evidence { notes } } }';
    await execute(origin, document, { input });
  }
}

/**
 * Verifies that each alert of the dashboard query has data of every domain, because missing data would make the query
 * faster.
 */
async function assertJoined(origin: string): Promise<void> {
  const { alerts: page } = await execute<DashboardResponse>(origin, dashboardQuery, { first: dashboardAlerts });
  const joined = page.nodes.filter(
    ({ endpoint, evidence }) => endpoint.controllers.length > 0 && endpoint.domain !== null && evidence.length > 0,
  );
  if (joined.length !== dashboardAlerts)
    throw new Error(`only ${joined.length} of ${dashboardAlerts} alerts have data of every subgraph`);
}

interface DashboardResponse {
  readonly alerts: {
    readonly nodes: readonly {
      readonly endpoint: { readonly controllers: readonly unknown[]; readonly domain: object | null };
      readonly evidence: readonly unknown[];
    }[];
  };
}

/** The files of the folder after the server has scanned it. */
async function scannedFiles(benchmark: BenchmarkEnvironment): Promise<{ siteId: string; itemId: string }[]> {
  return await benchmark.withConnection(dashboardDatabase, async (sql) => {
    for (let attempts = 0; attempts < scanSeconds * 5; attempts += 1) {
      const rows = await sql<{ siteId: string; itemId: string }[]>`
        select site_id as "siteId", id as "itemId" from drive.item where name like 'case-%' order by name`;
      if (rows.length === files) return [...rows];
      await delay(200);
    }
    throw new Error(`the server did not find the files of its directory within ${scanSeconds} s`);
  });
}

async function execute<Data>(origin: string, query: string, variables: object): Promise<Data> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${dashboardToken}` },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as { data: Data; errors?: unknown }; // The format of a GraphQL response.
  if (body.errors !== undefined)
    throw new Error(`the dashboard data cannot be created: ${JSON.stringify(body.errors)}`);
  return body.data;
}
