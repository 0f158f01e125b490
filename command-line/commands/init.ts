import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigurationError, exampleConfiguration, sections } from '../../platform/configuration/index.js';
import { createFolder } from '../../platform/create-folder.js';
import { createFile, replaceFile } from '../../platform/write-file.js';
import { commandName } from '../command-name.js';
import { CommandFailure, errorLine } from '../failure.js';
import { printJson } from '../output.js';

interface InitOptions {
  readonly file: string;
  readonly dataDir?: string;
  readonly url?: string;
  readonly host?: string;
  readonly port?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Mode of the settings file: only its owner can read it, because it may contain secrets. */
const ownerOnlyMode = 0o600;

export function addInitCommand(command: Command): void {
  command
    .option('--file <file>', 'file to write', 'rampart.ini')
    .option('--data-dir <dir>', 'set [server] data_dir')
    .option('--url <url>', 'set [database] url')
    .option('--host <host>', 'set [server] host')
    .option('--port <port>', 'set [server] port')
    .option('--force', 'overwrite an existing file')
    .option('--json', 'print the path of the file and the names of the settings that were set by options, as JSON')
    .action(writeSettingsFile);
}

function writeSettingsFile(options: InitOptions): void {
  const input = settingsOf(options);
  const path = resolve(options.file);
  const isWritten = writeFile(path, exampleConfiguration(input), { replace: options.force ?? false });
  if (!isWritten) throw new CommandFailure(`${path} exists: edit it, or replace it with --force`);
  if (options.json) printJson({ file: path, settings: Object.keys(input) });
  else process.stdout.write(`wrote ${path}\n${nextSteps(path)}`);
}

function settingsOf({ dataDir, url, host, port }: InitOptions): Record<string, string> {
  const options = [
    ['server.dataDir', '--data-dir', dataDir, sections.server.dataDir],
    ['database.url', '--url', url, sections.database.url],
    ['server.host', '--host', host, sections.server.host],
    ['server.port', '--port', port, sections.server.port],
  ] as const;
  return Object.fromEntries(
    options.flatMap(([name, option, value, setting]) => {
      if (value === undefined) return [];
      try {
        setting.parse(value);
        return [[name, value]];
      } catch (error) {
        // A URL is not shown, because it may contain a password.
        const input = option === '--url' ? '' : `: ${JSON.stringify(value)}`;
        throw new ConfigurationError(`${option} ${(error as Error).message}${input}`); // Parsers of settings throw only instances of Error.
      }
    }),
  );
}

/**
 * Writes a file. An existing file is left unchanged unless `replace` is set.
 * @returns whether the file was written
 */
function writeFile(path: string, text: string, { replace }: { replace: boolean }): boolean {
  const content = { text, mode: ownerOnlyMode };
  try {
    createFolder(dirname(path));
    if (!replace) return createFile(path, content);
    replaceFile(path, content);
    return true;
  } catch (error) {
    throw new CommandFailure(`${path} cannot be written: ${errorLine(error)}`);
  }
}

function nextSteps(path: string): string {
  const isFound = path === resolve('rampart.ini');
  const steps = [
    ...(isFound ? [] : [`use it: export RAMPART_CONFIG=${path}`]),
    'edit it:  each setting has its default and a comment',
    `check it: ${commandName} doctor`,
    `start:    ${commandName} serve`,
  ];
  return `Next steps\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}
