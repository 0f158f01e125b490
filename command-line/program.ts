import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../platform/configuration/index.js';
import { waitForeverIfInterrupted } from '../platform/interruption.js';
import { ownVersion } from '../platform/version.js';
import { CommandFailure, errorLine } from './failure.js';
import { addInstanceOptions } from './instance/instance-options.js';
import { databaseErrorSuffix } from './store-failure.js';

/**
 * Runs one command.
 * @returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage
 */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    await waitForeverIfInterrupted();
    if (error instanceof CommandFailure && error.alreadyReported) return 1;
    process.stderr.write(`rampart: ${errorLine(error)}${databaseErrorSuffix(error)}\n`);
    return error instanceof ConfigurationError ? 2 : 1;
  }
}

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Whether the command accepts `--data-dir` and `--url`, which select an instance. */
  readonly usesInstance?: boolean;
  /** Loads the function that adds the options, the action or the subcommands of the command. */
  load(): Promise<(command: Command) => void>;
}

/** All commands of the program. The code of a command is loaded on demand. */
const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    description: 'Write a settings file that documents every setting.',
    load: async () => (await import('./commands/init.js')).addInitCommand,
  },
  {
    name: 'doctor',
    description: 'Diagnose the settings and the environment of an instance.',
    usesInstance: true,
    load: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  },
  {
    name: 'serve',
    description: 'Start the server. SIGTERM or SIGINT stops it gracefully.',
    usesInstance: true,
    load: async () => (await import('./commands/serve.js')).addServeCommand,
  },
  {
    name: 'gateway',
    description: 'Start a standalone gateway for any supergraph over HTTP subgraphs. Requires no database.',
    load: async () => (await import('./commands/gateway.js')).addGatewayCommand,
  },
  {
    name: 'migrate',
    description: 'Migrate the database schema to this version of Rampart, as the server does at start.',
    usesInstance: true,
    load: async () => (await import('./commands/migrate.js')).addMigrateCommand,
  },
  {
    name: 'backup',
    description: 'Back up an instance to one file. The server can keep running.',
    usesInstance: true,
    load: async () => (await import('./commands/backup.js')).addBackupCommand,
  },
  {
    name: 'restore',
    description: 'Verify a backup, or restore it into an empty instance.',
    usesInstance: true,
    load: async () => (await import('./commands/restore.js')).addRestoreCommand,
  },
  {
    name: 'config',
    description: 'Print the effective settings, with secrets hidden.',
    usesInstance: true,
    load: async () => (await import('./commands/config.js')).addConfigCommand,
  },
  {
    name: 'alerts',
    description: 'Import and manage alerts.',
    usesInstance: true,
    load: async () => (await import('./commands/alerts.js')).addAlertsCommands,
  },
  {
    name: 'endpoints',
    description: 'Export endpoints with their alert counts.',
    usesInstance: true,
    load: async () => (await import('./commands/endpoints.js')).addEndpointsCommands,
  },
  {
    name: 'zones',
    description: 'Import, pull, list and export zones, and watch brands.',
    usesInstance: true,
    load: async () => (await import('./commands/zones.js')).addZonesCommands,
  },
  {
    name: 'rdap',
    description: 'Look up domains at their registries, and manage the history of watched domains.',
    usesInstance: true,
    load: async () => (await import('./commands/rdap.js')).addRdapCommands,
  },
  {
    name: 'license',
    description: 'Create keys, and issue, verify and show licenses. Requires no database.',
    load: async () => (await import('./commands/license.js')).addLicenseCommands,
  },
  {
    name: 'usage',
    description: 'Print, export and verify the usage log of seats.',
    usesInstance: true,
    load: async () => (await import('./commands/usage.js')).addUsageCommands,
  },
  {
    name: 'controllers',
    description:
      'List and release registered controllers, list warnings, issue machine files, and edit the license, the blacklist and the departments.',
    usesInstance: true,
    load: async () => (await import('./commands/controllers.js')).addControllersCommands,
  },
  {
    name: 'drive',
    description: 'Synchronize document sites and manage mirror clients.',
    usesInstance: true,
    load: async () => (await import('./commands/drive.js')).addDriveCommands,
  },
  {
    name: 'accounts',
    description: 'Manage accounts of the zone feed.',
    usesInstance: true,
    load: async () => (await import('./commands/accounts.js')).addAccountsCommands,
  },
  {
    name: 'tokens',
    description: 'Manage operator tokens for dashboards, analysts and pipelines.',
    usesInstance: true,
    load: async () => (await import('./commands/tokens.js')).addTokensCommands,
  },
  {
    name: 'sessions',
    description: 'List and revoke browser sessions.',
    usesInstance: true,
    load: async () => (await import('./commands/sessions.js')).addSessionsCommands,
  },
  {
    name: 'audit',
    description: 'List, export and verify the audit log.',
    usesInstance: true,
    load: async () => (await import('./commands/audit.js')).addAuditCommands,
  },
  {
    name: 'export',
    description: 'Export a list: incidents, controllers, accounts, imports, the audit log and others.',
    usesInstance: true,
    load: async () => (await import('./commands/export.js')).addListExportCommand,
  },
  {
    name: 'schema',
    description: 'Print GraphQL schemas.',
    load: async () => (await import('./commands/schema.js')).addSchemaCommands,
  },
  {
    name: 'cleanup',
    description: 'List the databases in /var/lib/rampart-databases, or delete unused ones with --remove.',
    load: async () => (await import('./commands/cleanup.js')).addCleanupCommand,
  },
  {
    name: 'demo',
    description: 'Start a server with sample data in a temporary data directory.',
    load: async () => (await import('./commands/demo.js')).addDemoCommand,
  },
  {
    name: 'completion',
    description: 'Print a completion script for bash, zsh or fish.',
    load: async () => {
      const { addCompletionCommand } = await import('./commands/completion.js');
      return (command) => addCompletionCommand(command, wholeProgram);
    },
  },
];

/** The program with the code of all commands. */
export async function wholeProgram(): Promise<Command> {
  return await createProgram(commands.map(({ name }) => name));
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('rampart')
    .description('Security services as one federated graph: alerts, zones, licenses, drive sync.')
    .version(ownVersion, '--version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageError(text)) });
  for (const { name, description, usesInstance, load } of commands) {
    const command = program.command(name).description(description).helpCommand(false);
    if (!args.includes(name)) continue;
    (await load())(command);
    if (usesInstance) addInstanceOptions(command);
  }
  return program;
}

/** Formats an error message of Commander, which may have a suggestion on a second line, on one line. */
function usageError(message: string): string {
  return `rampart: ${errorLine(message.replace(/^error: /, ''))} (see --help)\n`;
}
