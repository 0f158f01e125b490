import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { alertDependencies, type ExportFormat, exportAlerts, exportFormats } from '../../subgraphs/alerts/service.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';
import { type AlertFilterOptions, addAlertFilterOptions, alertFilterOf } from './alert-filter.js';

interface ExportOptions extends OutputOptions, AlertFilterOptions {
  readonly format: ExportFormat;
}

export function addExportCommand(command: Command): void {
  command
    .description('Export alerts, newest first, from one snapshot of the database.')
    .addHelpText(
      'after',
      `
The format stix is a STIX 2.1 bundle, ocsf contains one OCSF 1.8.0 event of the class Detection Finding per line, and
navigator is an ATT&CK Navigator layer with the number of alerts per technique.`,
    )
    .addOption(new Option('--format <format>', 'format of the export').choices(exportFormats).default('ndjson'));
  addOutputOptions(command);
  addAlertFilterOptions(command).action(async ({ format, ...options }: ExportOptions) => {
    await exportTo(options, 'alerts', (platform, output) =>
      exportAlerts(
        { ...alertDependencies(platform), ...localRequest },
        { filter: alertFilterOf(options), format, ...output },
      ),
    );
  });
}
