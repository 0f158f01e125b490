import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../platform/configuration/index.js';
import { projectRoot } from '../platform/project-root.js';
import { addAccountsCommands } from './commands/accounts.js';
import { addAlertsCommands } from './commands/alerts.js';
import { addConfigCommand } from './commands/config.js';
import { addControllersCommands } from './commands/controllers.js';
import { addDemoCommand } from './commands/demo.js';
import { addDriveCommands } from './commands/drive.js';
import { addLicenseCommands } from './commands/license.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addSchemaCommands } from './commands/schema.js';
import { addServeCommand } from './commands/serve.js';
import { addTokensCommands } from './commands/tokens.js';
import { addZonesCommands } from './commands/zones.js';
import { CommandFailure, errorLine } from './failure.js';

/**
 * Runs one command.
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandFailure && error.alreadyReported) return 1;
    process.stderr.write(`rampart: ${errorLine(error)}\n`);
    return error instanceof ConfigurationError ? 2 : 1;
  }
}

function createProgram(): Command {
  const program = new Command('rampart')
    .description('Security services as one federated graph: alerts, zones, licenses, drive sync.')
    .version(ownVersion(), '--version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageError(text)) });
  addServeCommand(program);
  addMigrateCommand(program);
  addConfigCommand(program);
  addAlertsCommands(program);
  addZonesCommands(program);
  addLicenseCommands(program);
  addControllersCommands(program);
  addDriveCommands(program);
  addAccountsCommands(program);
  addTokensCommands(program);
  addSchemaCommands(program);
  addDemoCommand(program);
  return program;
}

/** Commander's message, which may end with a suggestion on a line of its own, on one line. */
function usageError(text: string): string {
  return `rampart: ${errorLine(text.replace(/^error: /, ''))} (see --help)\n`;
}

function ownVersion(): string {
  const description: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  return description.version;
}
