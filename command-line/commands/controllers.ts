import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { systemErrorReason } from '../../platform/system-error.js';
import { allControllerFields, type ControllerRecord, createLicenseService } from '../../subgraphs/licenses/service.js';
import { CommandFailure } from '../failure.js';
import { integerBetween } from '../number-options.js';
import { type Column, printJson, printRows } from '../output.js';
import { withPlatform } from '../platform.js';
import { addDocumentCommands } from './controllers-documents.js';
import { addWarningsCommand } from './controllers-warnings.js';

const pageSize = 1000;
const readAccess = { access: 'read' } as const;

export function addControllersCommands(controllers: Command): void {
  controllers
    .command('list')
    .description('List registered controllers in order of registration.')
    .option('--json', 'print JSON')
    .action(listControllers);
  controllers
    .command('release')
    .description('Remove a controller from the register and free its seat.')
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
    .option('--days <number>', 'days of validity, 1–366; default: 30', integerBetween(1, 366))
    .option('--json', 'print JSON')
    .action(issueMachineFile);
  addWarningsCommand(controllers);
  addDocumentCommands(controllers);
}

async function issueMachineFile(guid: string, options: { out: string; days?: number; json?: boolean }): Promise<void> {
  const { out, days = 30 } = options;
  const issued = await withPlatform((platform) =>
    createLicenseService(platform).issueMachineFile(localRequest, { guid, days }),
  );
  const signatureFile = `${out}.sig`;
  try {
    writeFileSync(out, issued.text);
    writeFileSync(signatureFile, issued.signature);
  } catch (error) {
    throw new CommandFailure(`${out} cannot be written: ${systemErrorReason(error)}`);
  }
  const expiresAt = issued.expiresAt.toISOString();
  if (options.json) printJson({ file: out, signatureFile, expiresAt });
  else process.stdout.write(`wrote ${out} and ${signatureFile}: valid until ${expiresAt}\n`);
}

async function listControllers(options: { json?: boolean }): Promise<void> {
  const rows = await withPlatform(async (platform) => {
    const service = createLicenseService(platform);
    const all: ControllerRecord[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const page: Awaited<ReturnType<typeof service.listControllers>> = await service.listControllers(localRequest, {
        ...{ filter: null, first: pageSize, after, fields: allControllerFields },
        ...{ wantsItems: true, wantsTotal: false },
      });
      all.push(...page.nodes);
      after = page.pageInfo.endCursor;
      hasMore = page.pageInfo.hasNextPage;
    }
    return all;
  }, readAccess);
  printRows({ rows, columns, json: options.json ?? false });
}

async function releaseController(guid: string, options: { json?: boolean }): Promise<void> {
  const released = await withPlatform((platform) =>
    createLicenseService(platform).releaseController(localRequest, { guid, fields: allControllerFields }),
  );
  if (options.json) printJson(released);
  else process.stdout.write(`released ${released.guid} (${released.lastHostname})\n`);
  const expiresAt = released.machineFileExpiresAt;
  if (expiresAt && expiresAt.getTime() > systemClock.now()) {
    const until = expiresAt.toISOString();
    process.stderr.write(`its machine file is valid until ${until}; until then, it can run without a seat\n`);
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
