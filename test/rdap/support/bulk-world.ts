import { Registry as Metrics } from 'prom-client';
import { beforeAll, beforeEach } from 'vitest';
import { rdapServers } from '../../../command-line/doctor/checks/rdap-servers.js';
import { contextOf } from '../../../command-line/doctor/examine.js';
import { rdapMetrics } from '../../../gateway/index.js';
import type { Caller } from '../../../platform/caller.js';
import { loadConfigurationWithOrigins } from '../../../platform/configuration/index.js';
import { createZoneService, type ZoneService } from '../../../subgraphs/zones/index.js';
import { readRdapBacklog } from '../../../subgraphs/zones/service.js';
import { requestOf } from '../../zones/support/account-world.js';
import { respondsWith, responseAbout } from './behaviors.js';
import { describeRdapWorld, newDomain, operator, type RdapWorld, start, testNetwork } from './rdap-world.js';
import { type Registry, startRegistry } from './registry.js';

/** The world of the current test file. */
export let world: RdapWorld;
/** The registry of `.other`, on another server than that of `.test`. */
let other: Registry;

/**
 * Creates the world of a test file: two registries, and bulk lookups of at most 30 names. Each file calls this once,
 * because test files share modules.
 */
export function describeBulkWorld(): void {
  world = describeRdapWorld({
    environment: {
      RAMPART_ZONES_RDAP_PER_MINUTE: '0,2,500',
      RAMPART_ZONES_RDAP_PER_DAY: '0,3,5000',
      RAMPART_ZONES_RDAP_BULK_NAMES: '30',
      RAMPART_DATABASE_POOL_SIZE: '20',
    },
  });

  beforeAll(async () => {
    other = await startRegistry();
    const services = [
      [['test'], [world.registry.url]],
      [['other'], [other.url]],
    ];
    world.registry.setPath('/bootstrap.json', respondsWith({ version: '1.0', services }));
    return () => other.close();
  });

  beforeEach(async () => {
    world.clock.milliseconds = start;
    const { sql } = world.test.database;
    for (const table of ['rdap_job', 'rdap_answer', 'rdap_failure', 'rdap_lease']) {
      await sql`delete from ${sql(`zones.${table}`)}`;
    }
  });
}

export async function run(service: ZoneService = world.service, signal?: AbortSignal): Promise<void> {
  await service.jobs.find(({ name }) => name === 'zones.look-up-registrations')?.run(null, signal);
}

export const newReplica = () => createZoneService(world.platform, testNetwork());
export const newNames = (count: number) => Array.from({ length: count }, () => newDomain(world));

let others = 0;
export function newOtherNames(count: number): string[] {
  return Array.from({ length: count }, () => {
    const domain = `other-${others++}.other`;
    other.set(domain, respondsWith(responseAbout(domain)));
    return domain;
  });
}

export async function begin(domains: readonly string[], caller: Caller = operator): Promise<string> {
  const { lookup } = await world.service.startBulkLookup(requestOf(caller), { domains });
  return lookup?.id ?? '';
}

export async function stateOf(id: string, caller: Caller = operator) {
  const job = await world.service.readBulkLookup(requestOf(caller), { id });
  const [progress] = await world.service.progressOfBulkLookups(requestOf(caller), [job]);
  const { foundCount = 0, notFoundCount = 0, failedCount = 0, waitingCount = 0 } = progress ?? {};
  return { job, progress, counts: [foundCount, notFoundCount, failedCount, waitingCount] };
}

export function requestsFor(domains: readonly string[]): number[] {
  const paths = [...world.registry.requests, ...other.requests];
  return domains.map((domain) => paths.filter((path) => path === `/domain/${domain}`).length);
}

/** The state of RDAP for operators of the installation: metrics, and the check of `rampart doctor`. */
export async function readOperatorState() {
  const metrics = new Metrics();
  for (const metric of rdapMetrics(() => readRdapBacklog(world.platform))) metrics.registerMetric(metric);
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('rampart_'));
  const environment = { DATABASE_URL: world.test.url };
  const settings = loadConfigurationWithOrigins({ environment, workingDirectory: '/nonexistent' });
  const finding = await rdapServers.run({ ...contextOf(settings, 60_000), clock: world.clock });
  return { metrics: lines, finding };
}
