import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { commandEnvironment, runCommand, startCommand } from '../support/command-line.js';
import { databaseSettingsForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

let folder: string;

beforeEach(() => {
  const temporary = temporaryFolder();
  onTestFinished(temporary.remove);
  folder = temporary.path;
});

function clusterFolder(dataDirectory: string): string {
  const directory = join(dataDirectory, 'postgresql');
  const place = join(directory, 'place');
  return existsSync(place) ? join('/var/lib/rampart-databases', readFileSync(place, 'utf8').trim()) : directory;
}

describe('a command', () => {
  test('reports that its working directory was deleted', () => {
    const main = join(projectRoot, 'dist', 'command-line', 'main.js');
    const deletedFolder = join(folder, 'gone');
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" "$3" config';
    const result = spawnSync('sh', ['-c', script, 'sh', deletedFolder, process.execPath, main], { encoding: 'utf8' });
    expect(result).toMatchObject({
      status: 2,
      stderr: 'rampart: the working directory was deleted: change to another directory and start again\n',
    });
  });

  test.runIf(existsSync('/dev/full'))('reports that the disk of its standard output is full', () => {
    const main = join(projectRoot, 'dist', 'command-line', 'main.js');
    const end = spawnSync('sh', ['-c', 'exec "$0" "$1" config > /dev/full', process.execPath, main], {
      ...{ cwd: folder, encoding: 'utf8', env: { HOME: folder } },
    });
    expect(end).toMatchObject({
      status: 1,
      stderr: 'rampart: standard output cannot be written: no space left; free some space\n',
    });
  });

  test.runIf(existsSync('/dev/full'))('continues if the disk of its log is full', () => {
    const log = join(projectRoot, 'dist', 'platform', 'log.js');
    const script = `import { createLog } from ${JSON.stringify(log)};
      const log = createLog({ level: 'info' });
      log.info('one');
      setTimeout(() => { log.fatal('two'); console.log('running'); }, 10);`;
    const end = spawnSync(
      'sh',
      ['-c', 'exec "$0" --input-type=module --eval "$1" 2> /dev/full', process.execPath, script],
      {
        ...{ encoding: 'utf8', timeout: 10_000 },
      },
    );
    expect(end).toMatchObject({ status: 0, stdout: 'running\n' });
  });

  test('that fails ends although its standard input remains open', async () => {
    const environment = { RAMPART_SERVER_DATA_DIR: join(folder, 'missing') };
    const command = startCommand(['alerts', 'import', '-'], { environment, keepsInput: true });
    onTestFinished(() => void command.process.stdin?.end());
    command.process.stdin?.write('{"');
    expect(await command.result).toMatchObject({ code: 1, errors: expect.stringMatching(/^rampart: .*no instance/) });
  });

  test('reports an unhandled rejection on one line', async () => {
    const script = `const timer = setInterval(() => {
      if (process.listenerCount('unhandledRejection') > 0) Promise.reject(new Error('disconnected'));
    }, 5);
    timer.unref();`;
    const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
    const command = startCommand(['alerts', 'import', '-'], { environment, keepsInput: true });
    onTestFinished(() => void command.process.stdin?.end());
    expect(await command.result).toMatchObject({ code: 1, errors: 'rampart: disconnected\n' });
  });

  test('ignores a repeated signal for half a second, and ends immediately at a later one', async () => {
    const interruption = join(projectRoot, 'dist', 'platform', 'interruption.js');
    const script = `import { beforeInterruption, handleInterruptions } from ${JSON.stringify(interruption)};
      handleInterruptions();
      beforeInterruption(() => new Promise(() => console.log('cleaning up')));
      setInterval(() => {}, 1000);
      console.log('running');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const ended = once(child, 'exit');
    await vi.waitFor(() => expect(output).toBe('running\n'), { timeout: 60_000, interval: 5 });
    child.kill('SIGINT');
    await vi.waitFor(() => expect(output).toBe('running\ncleaning up\n'), { timeout: 60_000, interval: 5 });
    child.kill('SIGINT');
    await delay(600);
    expect(child.signalCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  test.runIf(existsSync('/dev/full'))(
    'that serves exits 0 although its standard output could not be written',
    async () => {
      const main = join(projectRoot, 'dist', 'command-line', 'main.js');
      const environment = {
        ...(await databaseSettingsForTest()),
        ...{ RAMPART_SERVER_DATA_DIR: folder, RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' },
      };
      const child = spawn('sh', ['-c', 'exec "$0" "$1" serve > /dev/full', process.execPath, main], {
        ...{ cwd: '/tmp', stdio: 'ignore', env: commandEnvironment(environment) },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      // Written during the start, which the server completes before it stops.
      const certificate = join(folder, 'licenses-certificate.pem');
      await vi.waitFor(() => expect(existsSync(certificate)).toBe(true), { timeout: 60_000, interval: 20 });
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  test.each([
    ['is below a file', () => join(folder, 'file', 'data'), 'a part of the path is a file, not a directory'],
    ['is a file', () => join(folder, 'file'), 'another file with this name exists'],
    ['cannot be created', () => '/proc/data', 'it does not exist'],
  ])('reports that its data directory %s', async (_, dataDirectory, reason) => {
    writeFileSync(join(folder, 'file'), '');
    const result = await runCommand(['migrate'], { environment: { RAMPART_SERVER_DATA_DIR: dataDirectory() } });
    expect(result).toMatchObject({
      code: 1,
      errors: `rampart: the data directory ${dataDirectory()} cannot be used (${reason}): set [server] data_dir (RAMPART_SERVER_DATA_DIR) to a directory that this user can write to\n`,
    });
  });

  test('reports an unusable temporary directory only if it requires one', async () => {
    const result = await runCommand(['demo'], { environment: { TMPDIR: join(folder, 'missing') } });
    expect(result).toMatchObject({
      code: 1,
      errors: `rampart: the temporary directory ${join(folder, 'missing')} is not usable (it does not exist): set TMPDIR to a writable directory\n`,
    });
  });

  test('uses the embedded database regardless of environment variables for PostgreSQL clients', async () => {
    const dataDirectory = join(folder, 'Daten – données, 数据');
    mkdirSync(dataDirectory, { mode: 0o755 });
    const forOthers = {
      PGHOST: 'nowhere',
      PGPORT: '1',
      PGUSER: 'x',
      PGDATABASE: 'x',
      PGPASSWORD: 'x',
      PGSSLMODE: 'require',
    };
    const odd = {
      HOME: '/nonexistent',
      LC_ALL: 'xx_YY.none',
      LANG: 'tr_TR.UTF-8',
      TZ: 'No/Where',
      PATH: '/nonexistent',
    };
    const environment = { ...forOthers, ...odd, TMPDIR: '/nonexistent', RAMPART_SERVER_DATA_DIR: dataDirectory };
    expect(await runCommand(['migrate'], { environment })).toMatchObject({ code: 0, errors: '' });

    // Ctrl-C during a command that has started the database.
    const lockFile = join(clusterFolder(dataDirectory), 'data', 'postmaster.pid');
    const command = startCommand(['alerts', 'import', '-'], { environment, keepsInput: true });
    command.process.stdin?.write('{"');
    await vi.waitFor(() => expect(readFileSync(lockFile, 'utf8')).toContain('ready'), {
      timeout: 60_000,
      interval: 20,
    });
    command.process.kill('SIGINT');
    // From npm, which forwards what the terminal has already sent.
    setTimeout(() => command.process.kill('SIGINT'), 5);
    expect(await command.result).toMatchObject({ code: null, signal: 'SIGINT', errors: '' });
    expect(existsSync(lockFile)).toBe(false);
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'that is ended by %s while it creates the database leaves no server running',
    async (signal) => {
      const command = startCommand(['migrate'], { environment: { RAMPART_SERVER_DATA_DIR: folder } });
      const hasStarted = (): boolean => {
        const cluster = clusterFolder(folder);
        return existsSync(cluster) && readdirSync(cluster).some((name) => name.startsWith('data.'));
      };
      await vi.waitFor(() => expect(hasStarted()).toBe(true), { timeout: 60_000, interval: 5 });
      command.process.kill(signal);
      expect(await command.result).toMatchObject({ code: null, signal, errors: '' });
      await delay(500); // A server that continued would have written its lock file by then.
      const data = join(clusterFolder(folder), 'data');
      expect([existsSync(data), existsSync(join(data, 'postmaster.pid'))]).toEqual([true, false]);
    },
  );
});
