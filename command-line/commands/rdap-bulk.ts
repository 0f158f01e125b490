import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { type RowFormat, rowFormats } from '../../platform/record-formats/index.js';
import {
  type BulkLookupRow,
  type BulkRdapProgress,
  createZoneService,
  type ZoneService,
} from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { readInput } from '../input-file.js';
import { parseInteger } from '../number-options.js';
import { ProgressLine, printJson, printNamedValues, printRows } from '../output.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';
import { withZones } from './with-zones.js';

const statuses = ['waiting', 'found', 'not_found', 'failed'] as const;
type Status = (typeof statuses)[number];

/**
 * Maximum size of a list in bytes. Valid lists are smaller, because `[zones] rdap_bulk_names` limits the number of
 * names.
 */
const maxListBytes = 32_000_000;

/** Adds `rampart rdap bulk`: lookups of lists of names in the background. */
export function addBulkCommands(rdap: Command): void {
  const bulk = rdap
    .command('bulk')
    .description('Look up lists of domain names at their registries.')
    .helpCommand(false);
  bulk
    .command('start')
    .description('Look up the domain names in a file, one per line.')
    .argument(
      '<file>',
      'file with domain names; - for standard input. Blank lines and lines that begin with # are ignored',
    )
    .addHelpText(
      'after',
      `
Each name counts toward the lookup quota unless its response is cached or the registry fails. When the quota of the
minute or day is exhausted, the remaining names wait for the next minute or day. If the command is killed, a running
server completes the bulk lookup.
Invalid lines are reported, and the other lines are looked up.`,
    )
    .option(
      '--tenant <id>',
      'tenant that the bulk lookup belongs to; default: none, visible only to operators who are not restricted to tenants',
    )
    .option('--detach', 'start the bulk lookup without waiting; a running server performs the lookups')
    .option('--json', 'print JSON')
    .action(start);
  bulk
    .command('list')
    .description('List bulk lookups with their progress, newest first.')
    .option('--limit <number>', 'maximum number of bulk lookups, 1–100', parseInteger, 20)
    .option('--json', 'print JSON')
    .action(list);
  bulk
    .command('show')
    .description('Show the progress of a bulk lookup, and the registries that it is waiting for.')
    .argument('<id>', 'id of the bulk lookup')
    .option('--json', 'print JSON')
    .action(show);
  addOutputOptions(
    bulk
      .command('results')
      .description('Export the results of a bulk lookup.')
      .argument('<id>', 'id of the bulk lookup')
      .addOption(new Option('--format <format>', 'format of the export').choices(rowFormats).default('ndjson'))
      .addOption(new Option('--status <status>', 'only results with this status').choices(statuses)),
  ).action(results);
  bulk
    .command('cancel')
    .description('Cancel a bulk lookup; its results remain available.')
    .argument('<id>', 'id of the bulk lookup')
    .option('--json', 'print JSON')
    .action(cancel);
}

interface StartOptions {
  tenant?: string;
  detach?: boolean;
  json?: boolean;
}

async function start(file: string, { tenant, detach = false, json = false }: StartOptions): Promise<void> {
  const lines = await readLines(file);
  await withZones(async (service) => {
    const domains = lines.map(({ name }) => name);
    const { lookup, invalid, duplicateCount } = await service.startBulkLookup(localRequest, {
      ...{ domains, tenantId: tenant ?? null },
    });
    for (const { line, name, message } of invalid) {
      const number = lines[line - 1]?.number ?? line;
      process.stderr.write(`${file}:${number}: ${JSON.stringify(name)}: ${message}\n`);
    }
    if (lookup === null)
      throw new CommandFailure(
        `${file} contains no valid domain name: it must contain one name per line, such as example.com`,
      );
    if (duplicateCount > 0)
      process.stderr.write(`${file}: ${countOf(duplicateCount, 'repeated name was', 'repeated names were')} skipped\n`);
    const ended = detach ? lookup : await complete(service, lookup);
    await printLookup(service, ended, json);
    if (ended.state === 'cancelled') throw new CommandFailure(ended.error ?? 'the bulk lookup was cancelled');
  });
}

/** Performs lookups until the bulk lookup ends. Other processes may perform some of them. */
async function complete(service: ZoneService, { id, count }: BulkLookupRow): Promise<BulkLookupRow> {
  const progress = new ProgressLine();
  const watching = new AbortController();
  async function showProgress(): Promise<void> {
    while (!watching.signal.aborted) {
      const lookup = await service.readBulkLookup(localRequest, { id });
      const [state] = await service.progressOfBulkLookups(localRequest, [lookup]);
      if (state !== undefined) progress.update(progressLine(state, count));
      await delay(1000, undefined, { signal: watching.signal }).catch(() => undefined);
    }
  }
  // The loop below reports failures; a failed read only ends the display.
  const progressDisplay = showProgress().catch(() => {});
  try {
    for (;;) {
      await service.lookUpNow(localRequest);
      const lookup = await service.readBulkLookup(localRequest, { id });
      if (lookup.state !== 'running') return lookup;
      await delay(1000);
    }
  } finally {
    watching.abort();
    await progressDisplay;
    progress.clear();
  }
}

function progressLine(
  { waitingCount, failedCount, resumesAt, waits, estimatedEndAt }: BulkRdapProgress,
  count: number,
) {
  const parts = [`${count - waitingCount} of ${count} names`];
  if (failedCount > 0) parts.push(`${failedCount} failed`);
  if (resumesAt !== null) parts.push(`lookup limit reached; lookups resume at ${resumesAt.toISOString()}`);
  for (const wait of waits) parts.push(`${wait.count} waiting for ${new URL(wait.server).host}`);
  if (estimatedEndAt !== null) parts.push(`estimated end ${estimatedEndAt.toISOString()}`);
  return parts.join(', ');
}

interface Line {
  readonly number: number;
  readonly name: string;
}

async function readLines(file: string): Promise<Line[]> {
  const text = await readInput(file, { maxBytes: maxListBytes, tooLarge: `is larger than ${maxListBytes} bytes` });
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, name: line.trim() }))
    .filter(({ name }) => name !== '' && !name.startsWith('#'));
}

async function list({ limit, json = false }: { limit: number; json?: boolean }): Promise<void> {
  const rows = await withZones(
    async (service) => {
      const lookups = await service.listBulkLookups(localRequest, { first: limit });
      const states = await service.progressOfBulkLookups(localRequest, lookups);
      return lookups.flatMap((lookup, index) => {
        const progress = states[index];
        return progress === undefined ? [] : { ...lookup, progress };
      });
    },
    { access: 'read' },
  );
  printRows({
    rows,
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'STARTED', value: ({ createdAt }) => new Date(createdAt).toISOString() },
      { title: 'BY', value: ({ createdBy }) => createdBy },
      { title: 'STATE', value: ({ state }) => state },
      { title: 'NAMES', value: ({ count }) => count },
      { title: 'FOUND', value: ({ progress }) => progress.foundCount },
      { title: 'NOT FOUND', value: ({ progress }) => progress.notFoundCount },
      { title: 'FAILED', value: ({ progress }) => progress.failedCount },
      { title: 'WAITING', value: ({ progress }) => progress.waitingCount },
    ],
    json,
  });
}

async function show(id: string, { json = false }: { json?: boolean }): Promise<void> {
  await withZones(
    async (service) => await printLookup(service, await service.readBulkLookup(localRequest, { id }), json),
    { access: 'read' },
  );
}

async function cancel(id: string, { json = false }: { json?: boolean }): Promise<void> {
  await withZones(async (service) => {
    await printLookup(service, await service.cancelBulkLookup(localRequest, { id }), json);
  });
}

async function results(id: string, options: OutputOptions & { format: RowFormat; status?: Status }): Promise<void> {
  const { format, status } = options;
  await exportTo(options, 'results', (platform, output) =>
    createZoneService(platform).exportBulkResults(localRequest, {
      ...{ id, format, statuses: status === undefined ? undefined : [status], ...output },
    }),
  );
}

async function printLookup(service: ZoneService, lookup: BulkLookupRow, json: boolean): Promise<void> {
  const [progress] = await service.progressOfBulkLookups(localRequest, [lookup]);
  if (progress === undefined) return;
  if (json) return printJson({ ...lookup, ...progress });
  printNamedValues([
    ['id', lookup.id],
    ['state', lookup.state],
    ['names', lookup.count],
    ['found', progress.foundCount],
    ['not found', progress.notFoundCount],
    ['failed', progress.failedCount],
    ...progress.failures.map(({ reason, count }) => [`  ${reason}`, count] as const),
    ['waiting', progress.waitingCount],
    ...progress.waits.map((wait) => [`  ${wait.server}`, `${wait.count} until ${wait.until.toISOString()}`] as const),
    ['resumes', progress.resumesAt?.toISOString() ?? null],
    ['estimated end', progress.estimatedEndAt?.toISOString() ?? null],
    ['error', lookup.error],
  ]);
}
