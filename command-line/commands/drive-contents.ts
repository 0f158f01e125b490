import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import type { DriveService } from '../../subgraphs/drive/service.js';
import { CommandFailure } from '../failure.js';
import { type JsonOption, type NamedValue, ProgressLine, printJson, printNamedValues } from '../output.js';
import { withDrive } from './with-drive.js';

/** Adds `rampart drive encrypt`. */
export function addEncryptCommand(command: Command): void {
  command
    .description('Encrypt stored contents with the first key of [drive] encryption_key_file.')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
Contents that are already encrypted with this key are skipped. Servers can keep running, and the command can be
interrupted and repeated. The exit status is 1 if contents are damaged or have an unknown key; such contents are left
unchanged.`,
    )
    .action(async (options: JsonOption) => {
      await processContents(options, {
        run: (drive, show) =>
          drive.encryptContents(localRequest, {
            report: ({ encrypted, current }) => show(`${encrypted} encrypted, ${current} skipped`),
          }),
        valuesOf: ({ encrypted, current }) => [
          ['encrypted', encrypted],
          ['already encrypted', current],
        ],
      });
    });
}

/** Adds `rampart drive move`. */
export function addMoveCommand(command: Command): void {
  command
    .description('Move stored contents to the bucket of [drive] s3_bucket, or from the bucket to the data directory.')
    .addOption(
      new Option('--to <location>', 'new location of the contents')
        .choices(['bucket', 'directory'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
Contents are verified before they are moved. Servers with the bucket in their settings can keep running, and the
command can be interrupted and repeated. The exit status is 1 if contents are damaged or have an unknown key; such
contents are not moved.`,
    )
    .action(async ({ to, ...options }: JsonOption & { to: 'bucket' | 'directory' }) => {
      await processContents(options, {
        run: (drive, show) => drive.moveContents(localRequest, { to, report: ({ moved }) => show(`${moved} moved`) }),
        valuesOf: ({ moved }) => [['moved', moved]],
      });
    });
}

/** Runs an operation on all stored contents, and prints its counts. */
async function processContents<Counts extends { readonly damaged: number }>(
  { json }: JsonOption,
  options: {
    run(drive: DriveService, show: (progress: string) => void): Promise<Counts>;
    valuesOf(counts: Counts): readonly NamedValue[];
  },
): Promise<void> {
  await withDrive(async (drive) => {
    const line = new ProgressLine();
    const counts = await options.run(drive, (progress) => line.update(progress));
    line.clear();
    if (json) printJson(counts);
    else printNamedValues([...options.valuesOf(counts), ['damaged', counts.damaged]], 'NUMBER');
    if (counts.damaged > 0) {
      throw new CommandFailure(
        `${countOf(counts.damaged, 'stored content is', 'stored contents are')} damaged or encrypted with an unknown key; see rampart doctor`,
      );
    }
  });
}
