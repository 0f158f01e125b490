import type { Command } from 'commander';
import { alertDependencies, type RetentionStatus, retentionStatus } from '../../subgraphs/alerts/service.js';
import { type Column, printRows } from '../output.js';
import { withPlatform } from '../platform.js';

export function addRetentionCommand(command: Command): void {
  command
    .description(
      'Show how long alerts are stored after their last change, and how many alerts the next hourly cleanup removes. The setting is [alerts] retention_days.',
    )
    .option('--json', 'print JSON')
    .action(showRetention);
}

async function showRetention({ json = false }: { json?: boolean }): Promise<void> {
  const rows = await withPlatform((platform) => retentionStatus(alertDependencies(platform)), { access: 'read' });
  printRows({ rows, columns, json });
}

const columns: Column<RetentionStatus>[] = [
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'TENANT', value: ({ tenantId, exceptTenants }) => tenantId ?? describeOtherTenants(exceptTenants) },
  { title: 'DAYS', value: ({ days }) => (days === 0 ? 'forever' : days) },
  { title: 'ALERTS TO REMOVE', value: ({ outdated }) => outdated },
];

function describeOtherTenants(tenants: readonly string[]): string {
  return tenants.length === 0 ? 'all' : 'all others';
}
