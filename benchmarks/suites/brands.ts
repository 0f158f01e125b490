import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { openDatabase } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { createZoneService } from '../../subgraphs/zones/service.js';
import { writeZoneFile } from '../data/zone-files.js';
import { serverEnvironment } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const database = 'zones_brands';
const brandCount = 100;
const maxSeconds = { all: 60, changes: 10 };

const beginnings = ['north', 'silver', 'maple', 'harbor', 'granite', 'velvet', 'copper', 'orchid', 'summit', 'willow'];
const ends = ['wind', 'mutual', 'ledger', 'freight', 'dental', 'capital', 'airways', 'grocer', 'energy', 'travel'];
const names = beginnings.flatMap((beginning) => ends.map((end) => beginning + end)).slice(0, brandCount);

/** Names that imitate each brand on each of the two days; the second day also has the names of the first. */
const imitations: readonly (readonly ((brand: string) => string)[])[] = [
  [(brand) => `${brand}-login`, (brand) => brand.replace('i', '1').replace('a', '4')],
  [(brand) => `secure-${brand}`, (brand) => `${brand.slice(0, 3)}${brand.slice(4)}`],
];

/** Measures the comparison of 100 brands with all names of a large zone, and with the changes of one day. */
export async function brandsSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const { domains } = options;
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  const environment = serverEnvironment(benchmark, { name: 'brands', database });
  const configuration = loadConfiguration({ environment, workingDirectory: benchmark.folder });
  const log = createLog({ level: 'warn' });
  const opened = await openDatabase({ configuration, log });
  const watched = { database: opened, clock: systemClock };
  try {
    await importDay(context, 0);
    const service = createZoneService({ configuration, log, ...watched });
    for (const name of names) await service.addBrand(localRequest, { name });
    onProgress(`comparing ${brandCount} brands with ${domains} names`);
    const all = await secondsOf(() => watchBrands(watched));
    const first = await countHits(context);
    await importDay(context, 1);
    onProgress(`comparing ${brandCount} brands with the changes of a day`);
    const changes = await secondsOf(() => watchBrands(watched));
    const second = await countHits(context);
    assertFound('all names', first, 2 * brandCount);
    assertFound('the changes', second - first, 2 * brandCount);
    return [
      measurementOf(`all ${domains} names`, { seconds: all, max: maxSeconds.all, hits: first }),
      measurementOf('the changes of a day (0.3% of the names)', {
        seconds: changes,
        max: maxSeconds.changes,
        hits: second - first,
      }),
    ];
  } finally {
    await opened.close();
  }
}

async function importDay({ benchmark, options, onProgress }: SuiteContext, day: 0 | 1): Promise<void> {
  const file = join(benchmark.folder, `brands-${day}.zone`);
  onProgress(`importing day ${day + 1} of a zone of ${options.domains} domains`);
  await writeZoneFile(file, 'com', { domains: options.domains, day });
  const kinds = imitations.slice(0, day + 1).flat();
  const lines = names.flatMap((brand) =>
    kinds.map((imitate) => `${imitate(brand)}.com.\t172800\tin\tns\tns1.host.net.\n`),
  );
  await appendFile(file, lines.join(''));
  await runCommand(benchmark, { database, args: ['zones', 'import', 'com', file, '--at', `2026-05-0${day + 1}`] });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1000;
}

async function countHits({ benchmark }: SuiteContext): Promise<number> {
  return await benchmark.withConnection(database, async (sql) => {
    const [row] = await sql<[{ hits: number }]>`select count(*)::int as hits from zones.brand_hit`;
    return row.hits;
  });
}

function assertFound(label: string, hits: number, min: number): void {
  if (hits < min) throw new Error(`found only ${hits} hits in ${label}; expected at least ${min}`);
}

function measurementOf(label: string, run: { seconds: number; max: number; hits: number }): Measurement {
  const { seconds, max, hits } = run;
  return {
    label: `${brandCount} brands, ${label}`,
    reference: `${max} s`,
    ratio: seconds / max,
    bound: { max: 1 },
    measured: `${seconds.toFixed(1)} s, ${hits} hits`,
  };
}
