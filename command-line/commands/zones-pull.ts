import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type PullProgress, type PullReport, type SourceRecord, zoneNameOf } from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { formatImportProgress } from '../import-progress.js';
import { ProgressLine, printRows } from '../output.js';
import { withZones } from './with-zones.js';

export function addPullCommand(zones: Command): void {
  zones
    .command('pull')
    .description(
      'Pull zones from their sources ([zones] sources) now, [zones] concurrent_pulls at a time, and import new content. A running server also pulls them regularly.',
    )
    .argument('[zones...]', 'names of zones, such as com; default: all zones with a source')
    .option('--status', 'print the sources with their states, without pulling')
    .option('--allow-loss', 'accept a zone that lacks more than 20% of the current names')
    .option('--allow-older-serial', 'accept a zone whose serial number is older than the last one that was imported')
    .option('--json', 'print JSON')
    .action(pull);
}

interface PullCommandOptions {
  status?: boolean;
  allowLoss?: boolean;
  allowOlderSerial?: boolean;
  json?: boolean;
}

async function pull(zones: string[], options: PullCommandOptions): Promise<void> {
  if (options.status === true) await printStatus(zones, options);
  else await pullNow(zones, options);
}

async function pullNow(zones: string[], { allowLoss, allowOlderSerial, json }: PullCommandOptions): Promise<void> {
  const progress = new ProgressLine();
  const startedAtMs = performance.now();
  const states = new Map<string, string>();
  function onProgress(zone: string, state: PullProgress | null): void {
    if (state === null) states.delete(zone);
    else states.set(zone, `${zone}: ${formatProgress(state, startedAtMs)}`);
    progress.update([...states.values()].join('; '));
  }
  const reports = await withZones((service) =>
    service.pullZones(localRequest, { zones, allowLoss, allowOlderSerial, onProgress }),
  ).finally(() => progress.clear());
  printRows({
    rows: reports,
    columns: [
      { title: 'ZONE', value: ({ zone }) => zone },
      { title: 'OUTCOME', value: ({ outcome }) => outcome },
      { title: 'SERIAL', value: (report) => report.import?.serial },
      { title: 'DOMAINS', value: (report) => report.import?.domains },
      { title: 'ADDED', value: (report) => report.import?.addedDomains },
      { title: 'REMOVED', value: (report) => report.import?.removedDomains },
      { title: 'NEXT PULL', value: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() },
    ],
    json,
  });
  failUnlessPulled(reports);
}

/** Fails the command if a zone was not pulled. The message states the reason for each such zone. */
function failUnlessPulled(reports: readonly PullReport[]): void {
  const failed = reports.filter(({ outcome }) => outcome === 'failed' || outcome === 'busy');
  if (failed.length === 0) return;
  const reasons = failed.map(
    ({ zone, error }) => `${zone}: ${error ?? 'another process is pulling it; try again later'}`,
  );
  throw new CommandFailure(reasons.join('; '));
}

function formatProgress(state: PullProgress, startedAtMs: number): string {
  if (state.phase !== 'downloading') return formatImportProgress(state, { size: null, startedAtMs });
  const { bytes, size } = state;
  const megabytes = `${(bytes / 1e6).toFixed(1)} MB downloaded`;
  return size === null || size === 0 ? megabytes : `${megabytes}, ${Math.floor((100 * bytes) / size)}%`;
}

async function printStatus(names: string[], { json }: PullCommandOptions): Promise<void> {
  const zones = names.map(zoneNameOf);
  const all = await withZones((service) => service.listSources(localRequest), { access: 'read' });
  const rows = zones.length === 0 ? all : all.filter(({ zone }) => zones.includes(zone));
  const unknown = zones.find((zone) => rows.every((row) => row.zone !== zone));
  if (unknown !== undefined) throw new CommandFailure(`${unknown} has no source; see [zones] sources`);
  printRows({ rows, columns: statusColumns, json });
}

const statusColumns = [
  { title: 'ZONE', value: ({ zone }: SourceRecord) => zone },
  { title: 'SOURCE', value: ({ origin }: SourceRecord) => origin },
  { title: 'STATE', value: ({ state, isPulling }: SourceRecord) => (isPulling ? `${state}, pulling` : state) },
  { title: 'SERIAL', value: ({ serial }: SourceRecord) => serial },
  { title: 'CURRENT AS OF', value: ({ currentAt }: SourceRecord) => currentAt?.toISOString() },
  { title: 'LAST ATTEMPT', value: ({ lastAttemptAt }: SourceRecord) => lastAttemptAt?.toISOString() },
  { title: 'NEXT PULL', value: ({ nextAttemptAt }: SourceRecord) => nextAttemptAt?.toISOString() },
  { title: 'ERROR', value: ({ error }: SourceRecord) => error },
];
