import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../platform/configuration/index.js';
import { ownVersion } from '../platform/version.js';
import { CommandFailure, errorLine } from './failure.js';
import { addInstanceOptions } from './instance/instance-options.js';

/**
 * Runs one command.
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandFailure && error.alreadyReported) return 1;
    process.stderr.write(`rampart: ${errorLine(error)}\n`);
    return error instanceof ConfigurationError ? 2 : 1;
  }
}

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** It uses an instance: it takes `--data-dir` and `--url`. */
  readonly usesInstance?: boolean;
  /** Adds its options, its action or its own commands. */
  load(): Promise<(command: Command) => void>;
}

/** A command's code, and what it needs of the product, is loaded only when the command is asked for. */
const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    description: 'Write a settings file in which every setting is explained.',
    load: async () => (await import('./commands/init.js')).addInitCommand,
  },
  {
    name: 'doctor',
    description: 'Check the settings and everything that an instance needs, and say what to do.',
    usesInstance: true,
    load: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  },
  {
    name: 'serve',
    description: 'Serve the graph, the documented paths and the pages until SIGTERM or SIGINT.',
    usesInstance: true,
    load: async () => (await import('./commands/serve.js')).addServeCommand,
  },
  {
    name: 'gateway',
    description: 'Serve any supergraph, whose subgraphs are other servers, until SIGTERM or SIGINT. Needs no database.',
    load: async () => (await import('./commands/gateway.js')).addGatewayCommand,
  },
  {
    name: 'migrate',
    description: 'Bring the database up to this version. The server does so too when it starts.',
    usesInstance: true,
    load: async () => (await import('./commands/migrate.js')).addMigrateCommand,
  },
  {
    name: 'backup',
    description: 'Back up the instance to one file, also while it runs.',
    usesInstance: true,
    load: async () => (await import('./commands/backup.js')).addBackupCommand,
  },
  {
    name: 'restore',
    description: 'Restore a backup into an empty instance, or verify it.',
    usesInstance: true,
    load: async () => (await import('./commands/restore.js')).addRestoreCommand,
  },
  {
    name: 'config',
    description: 'Print the settings in force, secrets hidden.',
    usesInstance: true,
    load: async () => (await import('./commands/config.js')).addConfigCommand,
  },
  {
    name: 'alerts',
    description: 'Alerts and how they come to be.',
    usesInstance: true,
    load: async () => (await import('./commands/alerts.js')).addAlertsCommands,
  },
  {
    name: 'zones',
    description: 'Zones and the files that they come from.',
    usesInstance: true,
    load: async () => (await import('./commands/zones.js')).addZonesCommands,
  },
  {
    name: 'license',
    description: 'Signed licenses: make, issue, check. None of these needs a database.',
    load: async () => (await import('./commands/license.js')).addLicenseCommands,
  },
  {
    name: 'controllers',
    description: 'Controllers that are registered with the license.',
    usesInstance: true,
    load: async () => (await import('./commands/controllers.js')).addControllersCommands,
  },
  {
    name: 'drive',
    description: 'The document site and its copy here.',
    usesInstance: true,
    load: async () => (await import('./commands/drive.js')).addDriveCommands,
  },
  {
    name: 'accounts',
    description: 'Accounts of the zone feed.',
    usesInstance: true,
    load: async () => (await import('./commands/accounts.js')).addAccountsCommands,
  },
  {
    name: 'tokens',
    description: 'Operator tokens: for dashboards, analysts, pipelines.',
    usesInstance: true,
    load: async () => (await import('./commands/tokens.js')).addTokensCommands,
  },
  {
    name: 'audit',
    description: 'List, export and verify the audit log: who changed what.',
    usesInstance: true,
    load: async () => (await import('./commands/audit.js')).addAuditCommands,
  },
  {
    name: 'schema',
    description: 'The schema, for tools.',
    load: async () => (await import('./commands/schema.js')).addSchemaCommands,
  },
  {
    name: 'cleanup',
    description: 'List the databases that root keeps in /var/lib/rampart, and remove those that are left over.',
    load: async () => (await import('./commands/cleanup.js')).addCleanupCommand,
  },
  {
    name: 'demo',
    description: 'Serve with sample data in a throw-away data directory.',
    load: async () => (await import('./commands/demo.js')).addDemoCommand,
  },
  {
    name: 'completion',
    description: 'Print a completion script for bash, zsh or fish.',
    load: async () => {
      const { addCompletionCommand } = await import('./commands/completion.js');
      return (command) => addCompletionCommand(command, () => createProgram(commands.map(({ name }) => name)));
    },
  },
];

async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('rampart')
    .description('Security services as one federated graph: alerts, zones, licenses, drive sync.')
    .version(ownVersion, '--version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageError(text)) });
  for (const { name, description, usesInstance, load } of commands) {
    const command = program.command(name).description(description).helpCommand(false);
    if (!words.includes(name)) continue;
    (await load())(command);
    if (usesInstance) addInstanceOptions(command);
  }
  return program;
}

/** Commander's message, which may end with a suggestion on a line of its own, on one line. */
function usageError(text: string): string {
  return `rampart: ${errorLine(text.replace(/^error: /, ''))} (see --help)\n`;
}
