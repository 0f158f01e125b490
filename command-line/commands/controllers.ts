import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type ControllerRecord, createLicenseService, everyControllerField } from '../../subgraphs/licenses/service.js';
import { type Column, printJson, printRows } from '../output.js';
import { withPlatform } from '../platform.js';

const pageSize = 1000;
const reading = { access: 'read' } as const;

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
}

async function listControllers(options: { json?: boolean }): Promise<void> {
  const rows = await withPlatform(async (platform) => {
    const service = createLicenseService(platform);
    const all: ControllerRecord[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const page: Awaited<ReturnType<typeof service.listControllers>> = await service.listControllers(localRequest, {
        ...{ filter: null, first: pageSize, after, fields: everyControllerField },
        ...{ wantsItems: true, wantsTotal: false },
      });
      all.push(...page.nodes);
      after = page.pageInfo.endCursor;
      hasMore = page.pageInfo.hasNextPage;
    }
    return all;
  }, reading);
  printRows({ rows, columns, json: options.json ?? false });
}

async function releaseController(guid: string, options: { json?: boolean }): Promise<void> {
  const released = await withPlatform((platform) =>
    createLicenseService(platform).releaseController(localRequest, { guid, fields: everyControllerField }),
  );
  if (options.json) printJson(released);
  else process.stdout.write(`released ${released.guid} (${released.lastHostname})\n`);
}

const columns: readonly Column<ControllerRecord>[] = [
  { title: 'GUID', value: ({ guid }) => guid },
  { title: 'REGISTERED', value: ({ timestamp }) => timestamp },
  { title: 'HOSTNAME', value: ({ hostname }) => hostname },
  { title: 'ADDRESS', value: ({ ipAddr }) => ipAddr },
  { title: 'LAST CONTACT', value: ({ lastContact }) => lastContact?.toISOString() },
  { title: 'VERSION', value: ({ version }) => version },
  { title: 'DEPARTMENT', value: ({ department }) => department },
  { title: 'BLACKLISTED', value: ({ isBlacklisted }) => (isBlacklisted ? 'yes' : 'no') },
];
