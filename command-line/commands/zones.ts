import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { ImportRecord } from '../../subgraphs/zones/service.js';
import { CommandFailure, errorLine } from '../failure.js';
import { formatImportProgress } from '../import-progress.js';
import { inputFile } from '../input-file.js';
import { ProgressLine, printJson, printNamedValues, printRows } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withZones } from './with-zones.js';
import { addBlockListCommand } from './zones-blocklist.js';
import { addBrandCommands } from './zones-brands.js';
import { addBulkRegistrationCommands } from './zones-bulk-registrations.js';
import { addCertificatesCommand } from './zones-certificates.js';
import { addZoneExportCommand } from './zones-export.js';
import { addNameserverCommands } from './zones-nameservers.js';
import { addPolicyZonesCommand } from './zones-policy-zones.js';
import { addPullCommand } from './zones-pull.js';

export function addZonesCommands(zones: Command): void {
  zones
    .command('import')
    .description(
      'Import a zone file (RFC 1035 master file, plain or gzip) as the newest state of its zone. Imports are atomic.',
    )
    .argument('<zone>', 'name of the zone, such as com; root for the DNS root zone')
    .argument('<file>', 'zone file; - for standard input')
    .option('--at <time>', 'snapshot time, ISO 8601; default: when the import starts to write', parseTime)
    .option('--allow-missing-soa', 'accept a file without an SOA record')
    .option('--allow-loss', 'accept a file that lacks more than 20% of the current names')
    .option('--allow-older-serial', 'accept a file whose serial number is older than the last one that was imported')
    .option('--json', 'print the counts as JSON')
    .action(importZone);
  addBrandCommands(zones);
  addNameserverCommands(zones);
  addBulkRegistrationCommands(zones);
  addBlockListCommand(zones);
  addPolicyZonesCommand(zones);
  addPullCommand(zones);
  addCertificatesCommand(zones);
  addZoneExportCommand(zones);
  zones
    .command('list')
    .description('List zones with their numbers of domains and observations, and the times of their last imports.')
    .option('--json', 'print JSON')
    .action(listZones);
}

interface ImportOptions {
  at?: Date;
  allowMissingSoa?: boolean;
  allowLoss?: boolean;
  allowOlderSerial?: boolean;
  json?: boolean;
}

async function importZone(zone: string, file: string, options: ImportOptions): Promise<void> {
  const source = await inputFile(file, { chunkBytes: 1 << 18 });
  const progress = new ProgressLine();
  const record = await withZones(async (service) => {
    const startedAtMs = performance.now();
    return await service
      .importZone(localRequest, {
        zone,
        file: source,
        at: options.at,
        allowMissingSoa: options.allowMissingSoa,
        allowLoss: options.allowLoss,
        allowOlderSerial: options.allowOlderSerial,
        onProgress: (state) => progress.update(formatImportProgress(state, { size: source.size, startedAtMs })),
      })
      .catch((error: unknown) => {
        progress.clear();
        throw new CommandFailure(`${source.name}: ${errorLine(error)}`);
      });
  });
  progress.clear();
  report(record, options.json ?? false);
}

function report(record: ImportRecord, json: boolean): void {
  const seconds = (record.endedAt.getTime() - record.startedAt.getTime()) / 1000;
  const recordsPerSecond = seconds > 0 ? Math.round(record.records / seconds) : record.records;
  if (json) {
    printJson({ ...record, seconds, recordsPerSecond });
    return;
  }
  printNamedValues(
    [
      ['outcome', record.outcome],
      ['serial', record.serial],
      ['records', record.records],
      ['domains', record.domains],
      ['added', record.addedDomains],
      ['removed', record.removedDomains],
      ['changed', record.changedDomains],
      ['observations', record.observations],
      ['became active', record.addedObservations],
      ['became inactive', record.removedObservations],
      ['bytes', record.bytes],
      ['seconds', seconds.toFixed(1)],
      ['records/s', recordsPerSecond],
    ],
    'NUMBER',
  );
}

async function listZones(options: { json?: boolean }): Promise<void> {
  const zones = await withZones((service) => service.listZones(localRequest), { access: 'read' });
  printRows({
    rows: zones,
    columns: [
      { title: 'ZONE', value: (zone) => `${zone.name}.zone` },
      { title: 'DOMAINS', value: (zone) => zone.domains },
      { title: 'OBSERVATIONS', value: (zone) => zone.observations },
      { title: 'LAST IMPORT', value: (zone) => zone.lastImportAt.toISOString() },
    ],
    json: options.json,
  });
}
