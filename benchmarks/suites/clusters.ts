import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { openDatabase } from '../../platform/database/index.js';
import { dayMs } from '../../platform/durations.js';
import { createLog } from '../../platform/log.js';
import { findBulkRegistrations } from '../../subgraphs/zones/bulk-registrations/index.js';
import { mixBits, writeZoneFile } from '../data/zone-files.js';
import { serverEnvironment } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const database = 'zones_clusters';
const counts = { domains: 1_000_000, added: 100_000, campaigns: 100, ofCampaign: 40 };
const maxSeconds = 60;

/** Measures the search for bulk registrations among the names that are added to a zone on one day. */
export async function clustersSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, onProgress } = context;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  await importDays(context);
  const environment = serverEnvironment(benchmark, { name: 'clusters', database });
  const configuration = loadConfiguration({ environment, workingDirectory: benchmark.folder });
  const opened = await openDatabase({ configuration, log: createLog({ level: 'warn' }) });
  try {
    onProgress(`comparing ${counts.added} names`);
    const startMs = performance.now();
    await findBulkRegistrations({ database: opened, clock: systemClock });
    const seconds = (performance.now() - startMs) / 1000;
    const { clusters, campaigns } = await countClusters(context);
    if (campaigns < counts.campaigns) throw new Error(`only ${campaigns} of ${counts.campaigns} campaigns were found`);
    return [
      {
        label: `search for bulk registrations among ${counts.added} names added to a zone of ${counts.domains}`,
        reference: `${maxSeconds} s`,
        ratio: seconds / maxSeconds,
        bound: { max: 1 },
        measured: `${seconds.toFixed(1)} s, ${clusters} clusters`,
      },
    ];
  } finally {
    await opened.close();
  }
}

/** Imports the zone, and a second day with ordinary names and campaigns: the first day of a zone has no clusters. */
async function importDays({ benchmark, onProgress }: SuiteContext): Promise<void> {
  const file = join(benchmark.folder, 'clusters.zone');
  onProgress(`importing a zone of ${counts.domains} domains`);
  await writeZoneFile(file, 'com', { domains: counts.domains, day: 0 });
  const yesterday = Date.now() - dayMs;
  const at = (time: number) => new Date(time).toISOString();
  await runCommand(benchmark, { database, args: ['zones', 'import', 'com', file, '--at', at(yesterday)] });
  await appendFile(file, [...addedNames()].map(([label, server]) => `${label}.com.\t1\tin\tns\t${server}\n`).join(''));
  onProgress(`importing ${counts.added} more domains`);
  await runCommand(benchmark, { database, args: ['zones', 'import', 'com', file, '--at', at(yesterday + 3_600_000)] });
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za ster ling berg mann port ton'.split(' ');

/**
 * Generates new names with their nameservers: one provider has a third of the names, and 2,000 providers have the rest.
 */
function addedNames(): Map<string, string> {
  const names = new Map<string, string>();
  const nameOf = (seed: number, length: number) =>
    Array.from({ length }, (_, index) => syllables[mixBits(seed + index * 7919) % syllables.length]).join('');
  const providerOf = (seed: number) => (seed % 3 === 0 ? 0 : mixBits(seed) % 2000);
  for (let campaign = 0; campaign < counts.campaigns; campaign++) {
    const words = nameOf(campaign, 3);
    for (let index = 0; index < counts.ofCampaign; index++) {
      names.set(`${words}-${index}`, serverOf(providerOf(campaign)));
    }
  }
  for (let seed = 1_000_000; names.size < counts.added; seed++) {
    names.set(nameOf(seed, 3 + (seed % 3)), serverOf(providerOf(seed)));
  }
  return names;
}

function serverOf(provider: number): string {
  return `ns1.provider-${provider}.net.`;
}

async function countClusters({ benchmark }: SuiteContext): Promise<{ clusters: number; campaigns: number }> {
  return await benchmark.withConnection(database, async (sql) => {
    const [row] = await sql<[{ clusters: number; campaigns: number }]>`select count(*)::int as clusters,
      count(*) filter (where pattern like '%-{n}' and size = ${counts.ofCampaign})::int as campaigns from zones.bulk_registration`;
    return row;
  });
}
