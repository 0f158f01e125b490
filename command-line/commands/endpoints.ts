import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type RowFormat, rowFormats } from '../../platform/record-formats/index.js';
import { alertDependencies, exportEndpoints, Platform } from '../../subgraphs/alerts/service.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';

interface ExportOptions extends OutputOptions {
  readonly format: RowFormat;
  readonly tenant?: string;
  readonly hostname?: string;
  readonly platform?: Platform;
}

export function addEndpointsCommands(endpoints: Command): void {
  const command = endpoints
    .command('export')
    .description(
      'Export endpoints with the number of their alerts, most recent alert first, from one snapshot of the database.',
    )
    .addOption(new Option('--format <format>', 'format of the export').choices(rowFormats).default('ndjson'));
  addOutputOptions(command)
    .option('--tenant <tenant>', 'only this tenant')
    .option('--hostname <text>', 'only endpoints whose hostname contains this text')
    .addOption(new Option('--platform <platform>', 'only this operating system').choices(Object.values(Platform)))
    .action(async ({ format, tenant, hostname, platform: system, ...options }: ExportOptions) => {
      const filter = { tenantId: tenant ?? null, hostname: hostname ?? null, platform: system ?? null };
      await exportTo(options, 'endpoints', (platform, output) =>
        exportEndpoints({ ...alertDependencies(platform), ...localRequest }, { filter, format, ...output }),
      );
    });
}
