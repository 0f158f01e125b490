import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMigratedDatabase } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { backupOf, restoreTo } from './support/archives.js';
import { emptyInstance } from './support/backup-instances.js';

// A backslash separates directories on Windows.
test.runIf(process.platform !== 'win32')(
  'files with backslashes and other characters in names are restored',
  async () => {
    const { url, drop } = await createMigratedDatabase();
    const { path: dataDir, remove } = temporaryFolder();
    onTestFinished(async () => {
      remove();
      await drop();
    });
    const names = ['dev-disk\\x2dkey.pem', '..\\key', 'it\'s a "key"\n.pem', 'ключ 🔑', '...', '-'];
    for (const name of names) writeFileSync(join(dataDir, name), name);
    const target = await emptyInstance('url');
    await restoreTo(target, await backupOf({ url, dataDir }));
    for (const name of names) expect(readFileSync(join(target.dataDir, name), 'utf8')).toBe(name);
  },
);
