import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { CommandFailure } from '../failure.js';
import { ProgressLine, printJson, printNamedValues } from '../output.js';
import { withDrive } from './with-drive.js';

/** Defines `rampart drive encrypt`. */
export function addEncryptCommand(command: Command): void {
  command
    .description('Encrypt stored contents with the first key of [drive] encryption_key_file.')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
Contents that are already encrypted with this key are skipped. Servers can keep running, and the command can be
interrupted and repeated. Exits 1 if contents are damaged or have an unknown key; these are left unchanged.`,
    )
    .action(encrypt);
}

async function encrypt({ json = false }: { json?: boolean }): Promise<void> {
  await withDrive(async (drive) => {
    const line = new ProgressLine();
    const counts = await drive.encryptContents(localRequest, {
      report: ({ encrypted, current }) => line.update(`${encrypted} encrypted, ${current} skipped`),
    });
    line.clear();
    if (json) printJson(counts);
    else {
      printNamedValues(
        [
          ['encrypted', counts.encrypted],
          ['encrypted before', counts.current],
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
