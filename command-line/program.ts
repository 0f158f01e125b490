import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../platform/configuration/index.js';
import { projectRoot } from '../platform/project-root.js';
import { CommandFailure, errorLine } from './failure.js';

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
  /** Adds its options, its action or its own commands. */
  load(): Promise<(command: Command) => void>;
}

/** A command's code, and what it needs of the product, is loaded only when the command is asked for. */
const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    description: 'Serve the graph, the documented paths and the pages until SIGTERM or SIGINT.',
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
    load: async () => (await import('./commands/migrate.js')).addMigrateCommand,
  },
  {
    name: 'config',
    description: 'Print the settings in force, secrets hidden.',
    load: async () => (await import('./commands/config.js')).addConfigCommand,
  },
  {
    name: 'alerts',
    description: 'Alerts and how they come to be.',
    load: async () => (await import('./commands/alerts.js')).addAlertsCommands,
  },
  {
    name: 'zones',
    description: 'Zones and the files that they come from.',
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
    load: async () => (await import('./commands/controllers.js')).addControllersCommands,
  },
  {
    name: 'drive',
    description: 'The document site and its copy here.',
    load: async () => (await import('./commands/drive.js')).addDriveCommands,
  },
  {
    name: 'accounts',
    description: 'Accounts of the zone feed.',
    load: async () => (await import('./commands/accounts.js')).addAccountsCommands,
  },
  {
    name: 'tokens',
    description: 'Operator tokens: for dashboards, analysts, pipelines.',
    load: async () => (await import('./commands/tokens.js')).addTokensCommands,
  },
  {
    name: 'schema',
    description: 'The schema, for tools.',
    load: async () => (await import('./commands/schema.js')).addSchemaCommands,
  },
  {
    name: 'demo',
    description: 'Serve with sample data in a throw-away data directory.',
    load: async () => (await import('./commands/demo.js')).addDemoCommand,
  },
];

async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('rampart')
    .description('Security services as one federated graph: alerts, zones, licenses, drive sync.')
    .version(ownVersion(), '--version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageError(text)) });
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description).helpCommand(false);
    if (words.includes(name)) (await load())(command);
  }
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
