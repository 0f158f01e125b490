import { type Command, InvalidArgumentError, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import {
  type AlertFilterInput,
  AlertStatus,
  alertDependencies,
  type ExportFormat,
  exportAlerts,
  exportFormats,
  Platform,
  Severity,
} from '../../subgraphs/alerts/service.js';
import { openOutputFile, standardOutput } from '../backup/output-file.js';
import { CommandFailure, errorLine } from '../failure.js';
import { ProgressLine } from '../output.js';
import { parseTime } from '../parse-time.js';
import { withPlatform } from '../platform.js';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly out: string;
  readonly force?: boolean;
  readonly tenant?: string;
  readonly endpoint?: string;
  readonly severity?: Severity[];
  readonly status?: AlertStatus[];
  readonly platform?: Platform[];
  readonly technique?: string[];
  readonly attack?: string[];
  readonly model?: string[];
  readonly minAttackProb?: number;
  readonly maxAttackProb?: number;
  readonly seenAfter?: Date;
  readonly seenBefore?: Date;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly notes?: string;
}

export function addExportCommand(command: Command): void {
  const anyOf = (flags: string, description: string, values: object) =>
    new Option(flags, description).choices(Object.values(values));
  command
    .description('Export alerts, newest first, from one snapshot of the database.')
    .addHelpText(
      'after',
      '\nThe format navigator is a layer of ATT&CK Navigator with the number of alerts by technique.',
    )
    .addOption(new Option('--format <format>', 'format of the export').choices(exportFormats).default('ndjson'))
    .option('--out <file>', 'file to write; - for standard output', '-')
    .option('--force', 'overwrite an existing file')
    .option('--tenant <tenant>', 'only this tenant')
    .option('--endpoint <hostname>', 'only this endpoint')
    .addOption(anyOf('--severity <severity...>', 'only these severities', Severity))
    .addOption(anyOf('--status <status...>', 'only these statuses', AlertStatus))
    .addOption(anyOf('--platform <platform...>', 'only these operating systems', Platform))
    .option('--technique <technique...>', 'only these technique identifiers, such as T1059.001')
    .option('--attack <id...>', 'only these tactics or techniques of ATT&CK, with all below them, such as TA0002')
    .option('--model <model...>', 'only these models')
    .option('--min-attack-prob <number>', 'minimum probability of an attack, 0 to 1', parseFraction)
    .option('--max-attack-prob <number>', 'maximum probability of an attack, 0 to 1', parseFraction)
    .option('--seen-after <time>', 'last seen at or after this time, ISO 8601', parseTime)
    .option('--seen-before <time>', 'first seen before this time, ISO 8601', parseTime)
    .option('--created-after <time>', 'opened at or after this time, ISO 8601', parseTime)
    .option('--created-before <time>', 'opened before this time, ISO 8601', parseTime)
    .option('--notes <text>', 'only alerts whose notes contain this text')
    .action(writeExport);
}

async function writeExport(options: ExportOptions): Promise<void> {
  const { out, format, force = false } = options;
  const progress = new ProgressLine();
  let isUnread = false;
  // With its code, the error would be taken for one of the connection to the database.
  function failToWrite(error: unknown): never {
    isUnread = isClosedPipe(error);
    throw new CommandFailure(errorLine(error));
  }
  await withPlatform(
    async (platform) => {
      const output = out === '-' ? standardOutput() : await openOutputFile(out, force);
      try {
        await exportAlerts(
          { ...alertDependencies(platform), ...localRequest },
          {
            filter: filterOf(options),
            format,
            write: (text) => output.sink.write([Buffer.from(text)]).catch(failToWrite),
            onProgress: (alerts) => progress.update(`${alerts} alerts`),
          },
        );
        await output.commit();
      } catch (error) {
        await output.discard();
        if (!isUnread) throw error;
      } finally {
        progress.clear();
      }
    },
    { access: 'read' },
  );
}

/** Whether the reader of a pipe has closed it, as `head` does. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function filterOf({ tenant, endpoint, model, ...others }: ExportOptions): AlertFilterInput {
  const { severity, status, platform, technique, attack, minAttackProb, maxAttackProb, notes } = others;
  const { seenAfter, seenBefore, createdAfter, createdBefore } = others;
  return withoutMissing({
    ...{ tenantId: tenant, endpointId: endpoint, modelName: model, severity, status, platform, technique },
    attack,
    ...{ minAttackProb, maxAttackProb, seenAfter, seenBefore, createdAfter, createdBefore, notes },
  });
}

function withoutMissing(
  filter: { [Name in keyof AlertFilterInput]: AlertFilterInput[Name] | undefined },
): AlertFilterInput {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function parseFraction(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}
