import type { Command } from 'commander';
import { migrateOnly } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { noteOtherInstance, ownSettings } from '../instance/index.js';
import { printJson } from '../output.js';

export function addMigrateCommand(command: Command): void {
  command.option('--json', 'print JSON').action(async (options: { json?: boolean }) => {
    const settings = ownSettings();
    const note = noteOtherInstance(settings);
    if (note !== undefined) process.stderr.write(`rampart: ${note}\n`);
    const result = await migrateOnly({ ...settings, log: createLog({ level: 'warn' }) });
    if (options.json) printJson(result);
    else if (result.applied === 0) process.stdout.write(`the database is up to date (${result.total} migrations)\n`);
    else process.stdout.write(`applied ${result.applied} of ${result.total} migrations\n`);
  });
}
