import type { Command } from 'commander';

/** How a command names the instance that it means. */
export interface InstanceOptions {
  readonly dataDir?: string;
  readonly url?: string;
}

let named: InstanceOptions = {};

/** The options of the command that this process runs. */
export function instanceOptions(): InstanceOptions {
  return named;
}

/** Adds `--data-dir` and `--url` to a command, or to all commands below it. Each command that opens a database obeys them. */
export function addInstanceOptions(command: Command): void {
  if (command.commands.length > 0) {
    for (const inner of command.commands) addInstanceOptions(inner);
    return;
  }
  command
    .option('--data-dir <dir>', 'use the instance with this data directory')
    // Not parsed here: the message of a bad value would repeat it, and with it a password.
    .option('--url <url>', 'use the instance on this PostgreSQL database')
    .hook('preAction', (_, action) => {
      named = action.opts<InstanceOptions>();
    });
}
