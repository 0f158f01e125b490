import { chmodSync, realpathSync, rmSync } from 'node:fs';
import type { Command } from 'commander';
import { removeClustersBelow } from '../../platform/database/index.js';
import { temporaryFolder } from '../../platform/temporary-folder.js';

export function addDemoCommand(command: Command): void {
  command.action(async () => {
    const { serveDemo } = await import('../demo/serve-demo.js');
    const dataDir = realpathSync(temporaryFolder('rampart-demo-'));
    // The database's user must be able to enter the directory; for root, it is another user.
    chmodSync(dataDir, 0o711);
    try {
      await serveDemo(dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      removeClustersBelow(dataDir);
    }
  });
}
