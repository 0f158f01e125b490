import type { Command } from 'commander';
import { loadOwnConfiguration } from '../../platform/configuration/index.js';
import { migrateOnly } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { printJson } from '../output.js';

export function addMigrateCommand(command: Command): void {
  command.option('--json', 'print JSON').action(async (options: { json?: boolean }) => {
    const result = await migrateOnly({ configuration: loadOwnConfiguration(), log: createLog({ level: 'warn' }) });
    if (options.json) printJson(result);
    else if (result.applied === 0) process.stdout.write(`the database is up to date (${result.total} migrations)\n`);
    else process.stdout.write(`applied ${result.applied} of ${result.total} migrations\n`);
  });
}
