import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { allControllerFields, type ControllerRecord } from '../../subgraphs/licenses/service.js';
import { writeSigned } from '../backup/output-file.js';
import { allRows } from '../first-rows.js';
import { integerBetween } from '../number-options.js';
import { type Column, printJson, printRows } from '../output.js';
import { addDocumentCommands } from './controllers-documents.js';
import { addWarningsCommand } from './controllers-warnings.js';
import { withLicenses } from './with-licenses.js';

export function addControllersCommands(controllers: Command): void {
  controllers
    .command('list')
    .description('List registered controllers in order of registration.')
    .option('--json', 'print JSON')
    .action(listControllers);
  controllers
    .command('release')
    .description(
      'Remove the registration of a controller and free its seat. Its next check-in registers it again if a seat is free.',
    )
    .argument('<guid>', 'GUID of the controller')
    .option('--json', 'print JSON')
    .action(releaseController);
  controllers
    .command('machine-file')
    .description(
      'Issue a machine file for a registered controller that is offline, and write the Ed25519 signature of the file to FILE.sig.',
    )
    .argument('<guid>', 'GUID of the controller')
    .requiredOption('--out <file>', 'file to write')
    .option('--force', 'overwrite existing files')
    .option(
      '--days <number>',
      'days of validity, 1–366; ends earlier if the grace period of the license or the lease of the controller ends earlier; default: 30',
      integerBetween(1, 366),
    )
    .option('--json', 'print JSON')
    .action(issueMachineFile);
  addWarningsCommand(controllers);
  addDocumentCommands(controllers);
}

interface MachineFileOptions {
  readonly out: string;
  readonly force?: boolean;
  readonly days?: number;
  readonly json?: boolean;
}

async function issueMachineFile(guid: string, options: MachineFileOptions): Promise<void> {
  const { out, force, days = 30 } = options;
  const issued = await withLicenses((licenses) =>
    writeSigned({ file: out, force }, () => licenses.issueMachineFile(localRequest, { guid, days })),
  );
  const signatureFile = `${out}.sig`;
  const expiresAt = issued.expiresAt.toISOString();
  if (options.json) printJson({ file: out, signatureFile, expiresAt });
  else process.stdout.write(`wrote ${out} and ${signatureFile}: valid until ${expiresAt}\n`);
}

async function listControllers(options: { json?: boolean }): Promise<void> {
  const input = { filter: null, fields: allControllerFields, wantsItems: true, wantsTotal: false };
  const rows = await withLicenses(
    (licenses) => allRows((page) => licenses.listControllers(localRequest, { ...input, ...page })),
    { access: 'read' },
  );
  printRows({ rows, columns, json: options.json });
}

async function releaseController(guid: string, options: { json?: boolean }): Promise<void> {
  const input = { guid, fields: allControllerFields };
  const released = await withLicenses((licenses) => licenses.releaseController(localRequest, input));
  if (options.json) printJson(released);
  else process.stdout.write(`released ${released.guid} (${released.lastHostname})\n`);
  const expiresAt = released.machineFileExpiresAt;
  if (expiresAt && expiresAt.getTime() > systemClock.now()) {
    const until = expiresAt.toISOString();
    process.stderr.write(
      `the machine file of ${released.guid} is valid until ${until}; until then, the controller can run without a seat\n`,
    );
  }
}

const columns: readonly Column<ControllerRecord>[] = [
  { title: 'GUID', value: ({ guid }) => guid },
  { title: 'REGISTERED', value: ({ timestamp }) => timestamp },
  { title: 'HOSTNAME', value: ({ hostname }) => hostname },
  { title: 'ADDRESS', value: ({ ipAddr }) => ipAddr },
  { title: 'LAST CONTACT', value: ({ lastContact }) => lastContact?.toISOString() },
  { title: 'LEASE EXPIRES', value: ({ leaseExpiresAt }) => leaseExpiresAt?.toISOString() ?? '-' },
  { title: 'MACHINE FILE EXPIRES', value: ({ machineFileExpiresAt }) => machineFileExpiresAt?.toISOString() ?? '-' },
  { title: 'VERSION', value: ({ version }) => version },
  { title: 'DEPARTMENT', value: ({ department }) => department },
  { title: 'BLACKLISTED', value: ({ isBlacklisted }) => (isBlacklisted ? 'yes' : 'no') },
];
