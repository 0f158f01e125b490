import type { Command } from 'commander';

/** Options that select an instance. */
export interface InstanceOptions {
  readonly dataDir?: string;
  readonly url?: string;
}

let specifiedOptions: InstanceOptions = {};

/** The options of the command that this process runs. */
export function instanceOptions(): InstanceOptions {
  return specifiedOptions;
}

/**
 * Adds `--data-dir` and `--url` to a command or to all of its subcommands. All commands that open a database use them.
 */
export function addInstanceOptions(command: Command): void {
  if (command.commands.length > 0) {
    for (const inner of command.commands) addInstanceOptions(inner);
    return;
  }
  command
    .option('--data-dir <dir>', 'use the instance with this data directory')
    // Not validated here, because the message would repeat the value, which may contain a password.
    .option('--url <url>', "use the instance on this PostgreSQL database; '': the embedded database")
    .hook('preAction', (_, action) => {
      specifiedOptions = action.opts<InstanceOptions>();
    });
}
