import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, startCommand } from '../support/command-line.js';
import { temporaryFolder } from '../support/running-server.js';

let dataDirectory: string;

beforeEach(() => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  dataDirectory = join(folder.path, 'data');
});

/** Creates, starts, migrates and stops the database. */
const args = ['migrate', '--json'];

function settings(): { environment: Record<string, string> } {
  return { environment: { RAMPART_SERVER_DATA_DIR: dataDirectory } };
}

/** The files in the directory of the cluster whose names have this prefix. */
function filesWithPrefix(prefix: string): string[] {
  const folder = join(dataDirectory, 'postgresql');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
}

describe('first starts', () => {
  test('of several processes create one database, which all of them use', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => runCommand(args, settings())));
    expect(ends.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(3).fill({ code: 0, errors: '' }));
    const applied = ends.map(({ output }) => JSON.parse(output).applied as number);
    expect(applied.filter((count) => count > 0)).toHaveLength(1);
    expect([filesWithPrefix('data'), filesWithPrefix('users').length]).toEqual([['data'], 1]);
  });

  test.each(['server-', 'data.'])(
    'can be repeated with the same result after they are killed while creating a directory with the prefix %s',
    async (prefix) => {
      const killed = startCommand(args, settings());
      let hasEnded = false;
      void killed.result.then(() => {
        hasEnded = true;
      });
      while (!hasEnded && !filesWithPrefix(prefix).some((name) => name.includes('.'))) await nextTurn();
      killed.process.kill('SIGKILL');
      await killed.result;
      expect(await runCommand(args, settings())).toMatchObject({ code: 0, errors: '' });
      expect([...filesWithPrefix('server'), ...filesWithPrefix('data')].filter((name) => name.includes('.'))).toEqual(
        [],
      );
    },
  );
});
