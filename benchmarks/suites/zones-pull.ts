import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeZoneFile } from '../data/zone-files.js';
import type { Measurement } from '../report.js';
import { type CommandRun, runCommand } from '../run-command.js';
import { hasNameServer, startNameServer } from './name-server.js';
import type { SuiteContext } from './suite.js';

/** Maximum number of domains in the zone for transfers, because the name server loads the zone into memory. */
const maxTransferredDomains = 500_000;

interface Comparison {
  readonly label: string;
  readonly pulled: CommandRun;
  readonly imported: CommandRun;
  readonly max: number;
}

/** Compares pulls of a large zone over HTTP and by zone transfer with imports of the same files. */
export async function zonesPullSuite(context: SuiteContext): Promise<Measurement[]> {
  const { domains } = context.options;
  const downloads = await measureDownloads(context, domains);
  if (!hasNameServer()) {
    context.onProgress('knotd is not installed: zone transfers are not measured');
    return downloads;
  }
  return [...downloads, ...(await measureTransfers(context, Math.min(domains, maxTransferredDomains)))];
}

async function measureDownloads(context: SuiteContext, domains: number): Promise<Measurement[]> {
  const files = await writeDays(context, domains);
  const served = { path: files[0] };
  const server = await serveFiles(served);
  const settings = { RAMPART_ZONES_SOURCES: `com=http://127.0.0.1:${(server.address() as AddressInfo).port}/com.zone` };
  try {
    const pair = await openPair(context, 'downloads', settings);
    const first = await pair.compare(`download of ${domains} domains`, files[0], 1.3);
    served.path = files[1];
    const next = await pair.compare('download of the next day, 0.3% changed', files[1], 1.6);
    const unchanged = await pair.pull();
    return [
      ...[first, next].map(measurementOf),
      {
        label: 'zones pull, unchanged file',
        reference: 'its download',
        ratio: unchanged.seconds / next.pulled.seconds,
        bound: { max: 0.5 },
        measured: `${unchanged.seconds.toFixed(1)} and ${next.pulled.seconds.toFixed(1)} s`,
      },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measureTransfers(context: SuiteContext, domains: number): Promise<Measurement[]> {
  const files = await writeDays(context, domains);
  const server = await startNameServer(context.benchmark, files[0]);
  const settings = { RAMPART_ZONES_SOURCES: `com=axfr://127.0.0.1:${server.port}` };
  try {
    const pair = await openPair(context, 'transfers', settings);
    const full = await pair.compare(`AXFR of ${domains} domains`, files[0], 1.6);
    context.onProgress('loading the next day into the name server');
    await server.load(files[1]);
    const incremental = await pair.compare('IXFR of the next day, 0.3% changed', files[1], 1);
    return [full, incremental].map(measurementOf);
  } finally {
    await server.stop();
  }
}

async function writeDays({ benchmark, onProgress }: SuiteContext, domains: number): Promise<[string, string]> {
  onProgress(`writing zone files of ${domains} domains`);
  const paths: [string, string] = [join(benchmark.folder, 'pull-0.zone'), join(benchmark.folder, 'pull-1.zone')];
  await writeZoneFile(paths[0], 'com', { domains, day: 0 });
  await writeZoneFile(paths[1], 'com', { domains, day: 1 });
  return paths;
}

/** Opens two databases: the zone is pulled into one of them, and the same file is imported into the other. */
async function openPair(context: SuiteContext, name: string, settings: Record<string, string>) {
  const { benchmark, onProgress } = context;
  const [pulling, importing] = [`${name}_pulled`, `${name}_imported`];
  for (const database of [pulling, importing]) {
    await benchmark.createDatabase(database);
    await runCommand(benchmark, { database, args: ['migrate'] });
  }
  const pull = async () => await runCommand(benchmark, { database: pulling, args: ['zones', 'pull', 'com'], settings });
  return {
    pull,
    async compare(label: string, file: string, max: number): Promise<Comparison> {
      onProgress(`importing for comparison: ${label}`);
      const imported = await runCommand(benchmark, { database: importing, args: ['zones', 'import', 'com', file] });
      onProgress(label);
      const pulled = await pull();
      const [ours, theirs] = [await stateOf(context, pulling), await stateOf(context, importing)];
      if (ours !== theirs)
        throw new Error(
          `${label}: the state is ${ours} after the pull, but ${theirs} after an import of the same file`,
        );
      return { label, pulled, imported, max };
    },
  };
}

/**
 * Returns the state of a zone for comparison: the numbers of domains and observations, and a sum of hashes of all
 * active pairs.
 */
async function stateOf({ benchmark }: SuiteContext, database: string): Promise<string> {
  return await benchmark.withConnection(database, async (sql) => {
    const [row] = await sql<[{ state: string }]>`
      select concat_ws(' ', domains, observations, (
        select sum(hashtextextended(label || ' ' || data::text, 0)) from zones.state
        join zones.nameserver_set sets on sets.id = set_id where zone_id = zone.id)) as state
      from zones.zone where name = 'com'`;
    return row.state;
  });
}

function measurementOf({ label, pulled, imported, max }: Comparison): Measurement {
  const peak = Math.max(...pulled.memoryBytes) / 2 ** 20;
  return {
    label: `zones pull, ${label}`,
    reference: 'zones import of the same file',
    ratio: pulled.seconds / imported.seconds,
    bound: { max },
    measured: `${pulled.seconds.toFixed(1)} and ${imported.seconds.toFixed(1)} s, at most ${Math.round(peak)} MB`,
  };
}

/** Serves the file at `served.path` over HTTP, with its path as its ETag. The caller can change the path. */
async function serveFiles(served: { path: string }): Promise<Server> {
  const server = createServer((request, response) => {
    const { path } = served;
    const etag = `"${path}"`;
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    response.writeHead(200, { etag, 'content-length': statSync(path).size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
