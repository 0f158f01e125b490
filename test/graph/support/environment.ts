import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionResult } from 'graphql';
import { afterAll, beforeAll } from 'vitest';
import type { Graph } from '../../../gateway/index.js';
import { type Caller, localAdministrator, type RequestContext } from '../../../platform/caller.js';
import { silentLog } from '../../../platform/log.js';
import type { Platform, Subgraph } from '../../../platform/subgraph.js';
import { type AlertDependencies, alertDependencies, importInferences } from '../../../subgraphs/alerts/index.js';
import { createDriveService, type DriveService, SyncTrigger } from '../../../subgraphs/drive/index.js';
import { subgraphs } from '../../../subgraphs/index.js';
import { createLicenseService, type LicenseService } from '../../../subgraphs/licenses/index.js';
import { createZoneService, type ZoneService } from '../../../subgraphs/zones/index.js';
import { graphInference, inference, requestOf, type WireInference } from '../../alerts/support/alert-world.js';
import { checkIn, LicenseFolder } from '../../licenses/support/license-world.js';
import { type Domains, type GraphForm, together } from '../../support/graph-forms.js';
import { openTestDatabase, type TestDatabase } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';
import { importContent, type ZoneContent } from '../../zones/support/search-world.js';
import { type Observations, observedDomain } from './observed-domain.js';

/** All four domains on one database, composed into a graph. */
export interface CommandPlatform extends Observations {
  readonly test: TestDatabase;
  readonly platform: Platform;
  readonly graph: Graph;
  /** The graph with one domain unavailable, or at another URL. */
  readonly without: Domains['without'];
  readonly alerts: AlertDependencies;
  readonly licenses: LicenseService;
  readonly zones: ZoneService;
  readonly drive: DriveService;
  readonly domains: readonly Subgraph[];
  /** Settings for further processes on the same database and folders. */
  readonly environment: Readonly<Record<string, string>>;
  /** Time of the stopped clock in Unix epoch seconds. */
  readonly now: number;
  /** The folder that is served as a document site. */
  readonly folder: string;
}

/** Within the validity of the license in these tests. */
const now = 1_790_086_400;

/** The platform on a separate database and folders for the test file. Use it only inside of tests and hooks. */
export function describeEnvironment(
  environment: Record<string, string> = {},
  form: GraphForm = together,
): CommandPlatform {
  const instance: Partial<CommandPlatform> = {};
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    const files = await licenseFiles();
    const data = temporaryFolder();
    const folder = join(data.path, 'served');
    mkdirSync(folder);
    const settings = {
      ...files.settings(),
      RAMPART_LICENSES_SIGNING_KEY_FILE: files.path('signing.pem'),
      RAMPART_LICENSES_RATE: '1000000/s',
      RAMPART_SERVER_DATA_DIR: data.path,
      RAMPART_DRIVE_FOLDER: folder,
      // Unreachable, so the packaged registry is used.
      RAMPART_ZONES_RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/',
      ...environment,
    };
    const test = await openTestDatabase(settings);
    const { close, ...joined } = await open(test, form);
    ends.push(
      close,
      () => test.close(),
      () => files.remove(),
      () => data.remove(),
    );
    Object.assign(instance, { test, now, folder, environment: { ...settings, DATABASE_URL: test.url }, ...joined });
  });
  afterAll(async () => {
    await instance.drive?.close();
    for (const end of ends) await end();
  });
  return instance as CommandPlatform; // Assigned before the first test runs.
}

async function open(
  test: TestDatabase,
  form: GraphForm,
): Promise<
  Pick<CommandPlatform, 'platform' | 'domains'> & Observations & Services & Pick<Domains, 'graph' | 'without' | 'close'>
> {
  const { configuration, database } = test;
  const collected: Observations = { statements: [], calls: [] };
  const platform = { configuration, database, clock: { now: () => now * 1000 }, log: silentLog };
  const { graph, without, started, close } = await form(
    platform,
    subgraphs.map((definition) => observedDomain(definition, collected)),
  );
  await started;
  return {
    ...{ platform, graph, without, close, ...collected },
    domains: subgraphs.map((definition) => definition.create(platform)),
    alerts: alertDependencies(platform),
    licenses: createLicenseService(platform),
    zones: createZoneService(platform),
    drive: createDriveService(platform),
  };
}

type Services = Pick<CommandPlatform, 'alerts' | 'licenses' | 'zones' | 'drive'>;

async function licenseFiles(): Promise<LicenseFolder> {
  const files = new LicenseFolder();
  files.write('public.pem', files.keys.publicKey);
  files.write('blacklist.txt', '');
  files.write('departments.json', '[]');
  files.write('signing.pem', files.keys.privateKey);
  await files.license();
  return files;
}

/** Runs an operation as this caller. */
export async function sendRequest(
  { graph }: Pick<CommandPlatform, 'graph'>,
  document: string,
  {
    caller = localAdministrator,
    variables = {},
    context = requestOf(caller),
  }: { caller?: Caller; variables?: Record<string, unknown>; context?: RequestContext } = {},
): Promise<ExecutionResult> {
  return await graph.prepare({ document }).execute({ variables, context });
}

/** Opens one alert per inference, and returns their ids in the same order. */
export async function openAlerts(
  { alerts }: Pick<CommandPlatform, 'alerts'>,
  inferences: readonly Partial<WireInference>[],
): Promise<string[]> {
  const input = inferences.map((differences) => graphInference(inference(differences)));
  const { results } = await importInferences({ ...alerts, ...requestOf() }, input);
  return results.map(({ alertId }) => alertId ?? '');
}

/** Registers a controller for each entry, with these values instead of the defaults. */
export async function registerControllers(
  { licenses }: Pick<CommandPlatform, 'licenses'>,
  reports: readonly Record<string, unknown>[],
): Promise<void> {
  for (const report of reports) await checkIn(licenses, report);
}

/** Imports a zone with these domains; default time: one day ago. */
export async function importZone(
  { zones }: Pick<CommandPlatform, 'zones'>,
  zone: string,
  content: ZoneContent,
  at = (now - 86_400) * 1000,
): Promise<void> {
  await importContent({ service: zones }, { zone, content, at });
}

/** Serves these files as a document site, and returns the keys of the items by name. */
export async function serveFiles(
  { drive, folder, test }: Pick<CommandPlatform, 'drive' | 'folder' | 'test'>,
  files: Readonly<Record<string, string>>,
): Promise<Map<string, { siteId: string; itemId: string }>> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await drive.scanFolder({ trigger: SyncTrigger.REQUEST });
  const rows = await test.database.sql<{ siteId: string; itemId: string; name: string }[]>`
    select site_id as "siteId", id as "itemId", name from drive.item where deleted_at is null`;
  return new Map(rows.map(({ name, ...key }) => [name, key]));
}
