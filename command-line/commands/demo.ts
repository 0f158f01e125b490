import { chmodSync, realpathSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { removeClustersBelow } from '../../platform/database/index.js';
import { temporaryFolder } from '../../platform/temporary-folder.js';
import { integerBetween } from '../number-options.js';

const defaultDays = 14;

export function addDemoCommand(command: Command): void {
  command.option(
    '--days <number>',
    'number of days of sample alerts, 1–14',
    integerBetween(1, defaultDays),
    defaultDays,
  );
  command.action(async ({ days }: { days: number }) => {
    const { serveDemo } = await import('../demo/serve-demo.js');
    const folder = realpathSync(temporaryFolder('rampart-demo-'));
    // The database's user must be able to enter the directory. If this process runs as root, that is another user.
    chmodSync(folder, 0o711);
    try {
      await serveDemo({ folder, days });
    } finally {
      rmSync(folder, { recursive: true, force: true });
      removeClustersBelow(folder);
    }
  });
}
