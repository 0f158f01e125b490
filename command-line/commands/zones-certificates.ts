import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { LogReport, ZoneService } from '../../subgraphs/zones/service.js';
import { CommandFailure } from '../failure.js';
import { ProgressLine, printRows } from '../output.js';
import { withZones } from './with-zones.js';

interface CertificatesOptions {
  readonly read?: boolean;
  readonly json?: boolean;
}

/** Adds `rampart zones certificates`: the configured Certificate Transparency logs. */
export function addCertificatesCommand(zones: Command): void {
  zones
    .command('certificates')
    .description('List the Certificate Transparency logs ([zones] certificate_logs) with their states.')
    .option('--read', 'first read the new entries of the logs; a running server reads them every minute')
    .option('--json', 'print JSON')
    .action(certificates);
}

async function certificates({ read = false, json }: CertificatesOptions): Promise<void> {
  const { reports, logs } = await withZones(
    async (service) => {
      const reports = read ? await readNow(service) : [];
      return { reports, logs: await service.listLogs(localRequest) };
    },
    { access: read ? 'write' : 'read' },
  );
  printRows({
    rows: logs,
    columns: [
      { title: 'LOG', value: ({ url }) => url },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'ENTRIES', value: ({ treeSize }) => treeSize },
      { title: 'TREE HEAD', value: ({ treeAt }) => treeAt?.toISOString() },
      { title: 'NOT COMPARED', value: ({ lag }) => lag },
      { title: 'LAST ATTEMPT', value: ({ lastAttemptAt }) => lastAttemptAt?.toISOString() },
      { title: 'NEXT ATTEMPT', value: ({ nextAttemptAt }) => nextAttemptAt?.toISOString() },
      { title: 'ERROR', value: ({ error }) => error },
    ],
    json,
  });
  failUnlessRead(reports);
}

async function readNow(service: ZoneService): Promise<LogReport[]> {
  const progress = new ProgressLine();
  const onProgress = (log: string, { position, size }: { position: number; size: number }): void =>
    progress.update(`${log}: entry ${position} of ${size}`);
  return await service.readLogs(localRequest, { onProgress }).finally(() => progress.clear());
}

/**
 * Fails the command if a Certificate Transparency log was not read. The message states the reason for each such log.
 */
function failUnlessRead(reports: readonly LogReport[]): void {
  const failed = reports.filter(({ outcome }) => outcome !== 'read');
  if (failed.length === 0) return;
  const reasons = failed.map(
    ({ url, error }) => `${url}: ${error ?? 'another process is reading it; try again later'}`,
  );
  throw new CommandFailure(reasons.join('; '));
}
