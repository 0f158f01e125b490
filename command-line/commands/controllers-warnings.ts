import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { controllerFieldsFor, type LicenseService, WarningKind } from '../../subgraphs/licenses/service.js';
import { allRows } from '../first-rows.js';
import { type Column, printRows } from '../output.js';
import { withLicenses } from './with-licenses.js';

const controllersPerBatch = 1000;
const hostname = controllerFieldsFor(['lastHostname']);

/** Adds `rampart controllers warnings`. */
export function addWarningsCommand(controllers: Command): void {
  controllers
    .command('warnings')
    .description(
      'List active warnings about the expiration of the license, the end of its grace period, few free seats, silent controllers and outdated versions.',
    )
    .option('--json', 'print JSON')
    .action(listWarnings);
}

async function listWarnings({ json }: { json?: boolean }): Promise<void> {
  const rows = await withLicenses(readWarnings, { access: 'read' });
  printRows({ rows, columns, json });
}

type Warning = Awaited<ReturnType<typeof readWarnings>>[number];

/** Reads the active warnings, with the hostnames of silent controllers. */
async function readWarnings(service: LicenseService) {
  const warnings = await allRows((page) => service.listWarnings(localRequest, page));
  const silentGuids = warnings
    .filter(({ kind }) => kind === WarningKind.CONTROLLER_SILENT)
    .map(({ subject }) => subject);
  const hostnames = new Map<string, string | undefined>();
  for (let start = 0; start < silentGuids.length; start += controllersPerBatch) {
    const guids = silentGuids.slice(start, start + controllersPerBatch);
    const found = await service.controllersByGuids(localRequest, { guids, fields: hostname });
    for (const controller of found) if (controller !== null) hostnames.set(controller.guid, controller.lastHostname);
  }
  return warnings.map(({ kind, subject, threshold, since }) => ({
    ...{ kind, subject, threshold, since: since.toISOString(), hostname: hostnames.get(subject) ?? null },
  }));
}

const columns: readonly Column<Warning>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'SINCE', value: ({ since }) => since },
  { title: 'REACHED', value: formatThreshold },
  { title: 'SUBJECT', value: ({ subject }) => subject || '-' },
  { title: 'HOSTNAME', value: ({ hostname }) => hostname ?? '-' },
];

/** Formats the threshold of a warning with its unit. */
function formatThreshold({ kind, threshold }: Warning): string {
  if (threshold === null) return '-';
  return kind === WarningKind.SEATS_LOW ? `${threshold}%` : countOf(threshold, 'day');
}
