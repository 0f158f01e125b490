import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { DomainError } from '../../platform/domain-error.js';
import { type RowFormat, rowFormats } from '../../platform/record-formats/index.js';
import { isClosedPipe, openOutput } from '../backup/output-file.js';
import { CommandFailure } from '../failure.js';
import { ProgressLine } from '../output.js';
import { parseTime } from '../parse-time.js';
import { openResumableFile, type ResumableFile } from '../resumable-file.js';
import { withZones } from './with-zones.js';

interface ExportOptions {
  readonly format: RowFormat;
  readonly search?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly at?: Date;
  readonly out: string;
  readonly resume?: string;
  readonly force?: boolean;
  readonly gzip?: boolean;
}

/** Adds `rampart zones export`, which writes the results of a search to a file. */
export function addZoneExportCommand(zones: Command): void {
  zones
    .command('export')
    .description(
      'Export the current state of a zone, its state at a time (--at), or its changes in a window (--since, --until).',
    )
    .argument('<zone>', 'name of the zone, such as com; * for all zones')
    .addHelpText(
      'after',
      `
The export contains the records as of the time at which it starts, sorted by domain or, for changes, by time.
With --resume, an interrupted export continues where its file ends, up to 12 hours after its start: run the same command
again. Until the file is complete, its name is FILE.part.`,
    )
    .addOption(new Option('--format <format>', 'format of the export').choices(rowFormats).default('ndjson'))
    .option('--search <pattern>', 'prefix of the domain name; with *, a pattern for the whole name')
    .option(
      '--since <time>',
      'start of the window, inclusive, ISO 8601; default if --until is specified: 10 days before it',
      parseTime,
    )
    .option(
      '--until <time>',
      'end of the window, exclusive, ISO 8601; at most 10 days after --since; default if --since is specified: now',
      parseTime,
    )
    .addOption(
      new Option('--at <time>', 'export the state after the last import up to this time, ISO 8601')
        .argParser(parseTime)
        .conflicts(['since', 'until']),
    )
    .addOption(new Option('--out <file>', 'file to write; - for standard output').default('-').conflicts('resume'))
    .option('--resume <file>', 'file to write, or to continue after an interruption')
    .option('--force', 'overwrite an existing file; with --resume, start a new export')
    .option('--gzip', 'compress the output with gzip; no effect with --format parquet')
    .action(exportZone);
}

async function exportZone(zone: string, options: ExportOptions): Promise<void> {
  const { format, search, gzip = false, since, until, at } = options;
  const bounds = { start: since?.toISOString(), end: until?.toISOString(), at: at?.toISOString() };
  const progress = new ProgressLine();
  await withZones(async (service) => {
    const destination = await destinationOf(options);
    let bytes = destination.offset;
    try {
      await service.exportZone(localRequest, {
        ...{ zone, search, ...bounds, format, isGzip: gzip && format !== 'parquet' },
        ...{ id: destination.id, offset: destination.offset },
        begin: ({ id }) => destination.begin(id),
        async write(part) {
          await destination.write(part);
          bytes += part.length;
          progress.update(`${(bytes / 1e6).toFixed(1)} MB`);
        },
      });
      await destination.commit();
    } catch (error) {
      await destination.discard();
      if (error instanceof DomainError && error.code === 'GONE' && options.resume !== undefined) {
        throw new CommandFailure(
          `${options.resume}.part cannot be continued, because the export that wrote it is no longer available: start a new export with --force`,
        );
      }
      if (!isClosedPipe(error)) throw error;
    } finally {
      progress.clear();
    }
  });
}

/** Opens the destination of an export: the file to resume, a new file, or standard output, which cannot be resumed. */
async function destinationOf({ out, resume, force = false }: ExportOptions): Promise<ResumableFile> {
  if (resume !== undefined) return await openResumableFile(resume, force);
  const output = await openOutput({ file: out, force });
  return {
    ...{ id: null, offset: 0, begin: async () => undefined },
    write: (part) => output.sink.write([Buffer.from(part)]),
    commit: () => output.commit(),
    discard: () => output.discard(),
  };
}
