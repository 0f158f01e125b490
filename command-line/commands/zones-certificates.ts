import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { createZoneService } from '../../subgraphs/zones/service.js';
import { printRows } from '../output.js';
import { withPlatform } from '../platform.js';

/** `zones certificates`: the logs that are followed. */
export function addCertificatesCommand(zones: Command): void {
  zones
    .command('certificates')
    .description('List the Certificate Transparency logs ([zones] certificate_logs) with their states.')
    .option('--json', 'print JSON')
    .action(listLogs);
}

async function listLogs({ json = false }: { json?: boolean }): Promise<void> {
  const logs = await withPlatform((platform) => createZoneService(platform).listLogs(localRequest), { access: 'read' });
  printRows({
    rows: logs,
    columns: [
      { title: 'LOG', value: ({ url }) => url },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'ENTRIES', value: ({ treeSize }) => treeSize },
      { title: 'NOT COMPARED', value: ({ lag }) => lag },
      { title: 'LAST ATTEMPT', value: ({ lastAttemptAt }) => lastAttemptAt?.toISOString() },
      { title: 'NEXT ATTEMPT', value: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() },
      { title: 'ERROR', value: ({ error }) => error },
    ],
    json,
  });
}
