import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';

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

const mainFile = join(projectRoot, 'dist', 'command-line', 'main.js');
const container = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...container, 'true']).status === 0;

describe.skipIf(!canUnshare)('a start in another container (requires root and unshare)', () => {
  test('is rejected while a server uses the data directory, and succeeds after that server was killed', async () => {
    const server = startCommand([...container, process.execPath, mainFile, 'serve'], {
      environment: { ...settings().environment, RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' },
      program: 'unshare',
      workingDirectory: '/tmp',
    });
    onTestFinished(() => void server.process.kill('SIGKILL'));
    await untilReady(server);
    const lockFile = join(dataDirectory, 'postgresql', 'data', 'postmaster.pid');
    const users = filesIn('users');
    const before = readFileSync(lockFile, 'utf8');
    const rejected = await runCommand(args, settings());
    expect(rejected.code).toBe(1);
    expect(rejected.errors).toContain('is used by a server in another container');
    expect([readFileSync(lockFile, 'utf8'), filesIn('users')]).toEqual([before, users]);
    server.process.kill('SIGKILL');
    await server.result;
    expect(await runCommand(args, settings())).toMatchObject({ code: 0, errors: '' });
  });

  function filesIn(folder: string): string[] {
    return readdirSync(join(dataDirectory, 'postgresql', folder));
  }
});
