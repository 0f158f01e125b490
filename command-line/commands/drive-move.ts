import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { CommandFailure } from '../failure.js';
import { ProgressLine, printJson, printNamedValues } from '../output.js';
import { withDrive } from './with-drive.js';

/** Defines `rampart drive move`. */
export function addMoveCommand(command: Command): void {
  command
    .description('Move stored contents to the bucket of [drive] s3_bucket, or from it to the data directory.')
    .addOption(
      new Option('--to <location>', 'new location of the contents')
        .choices(['bucket', 'directory'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
Each content is verified before it is moved. Servers with the bucket in their settings can keep running, and the
command can be interrupted and repeated. Exits 1 if contents are damaged or have an unknown key; these are not moved.`,
    )
    .action(move);
}

async function move({ to, json = false }: { to: 'bucket' | 'directory'; json?: boolean }): Promise<void> {
  await withDrive(async (drive) => {
    const line = new ProgressLine();
    const counts = await drive.moveContents(localRequest, {
      to,
      report: ({ moved }) => line.update(`${moved} moved`),
    });
    line.clear();
    if (json) printJson(counts);
    else {
      printNamedValues(
        [
          ['moved', counts.moved],
          ['damaged', counts.damaged],
        ],
        'NUMBER',
      );
    }
    if (counts.damaged > 0) {
      throw new CommandFailure(`${counts.damaged} contents are damaged or have an unknown key; see rampart doctor`);
    }
  });
}
