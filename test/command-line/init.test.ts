import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { type CommandResult, runCommand } from '../support/command-line.js';
import { temporaryFolder } from '../support/running-server.js';

let workingDirectory = '';

beforeEach(() => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  workingDirectory = folder.path;
});

async function runInit(...args: string[]): Promise<CommandResult> {
  return await runCommand(['init', ...args], { workingDirectory });
}

describe('rampart init', () => {
  test('writes the committed example, readable by its owner only, and prints the next steps', async () => {
    const { code, output, errors } = await runInit();
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const file = join(workingDirectory, 'rampart.ini');
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(projectRoot, 'rampart.example.ini'), 'utf8'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(output).toMatch(
      new RegExp(`^wrote ${file}\nNext steps\n.*npm run -s rampart -- doctor.*npm run -s rampart -- serve\n$`, 's'),
    );
    expect(readdirSync(workingDirectory)).toEqual(['rampart.ini']);
  });

  test('replaces an existing file only with --force', async () => {
    const file = join(workingDirectory, 'rampart.ini');
    writeFileSync(file, 'mine', { mode: 0o644 });
    const rejected = await runInit();
    expect(rejected).toMatchObject({ code: 1, output: '' });
    expect(rejected.errors).toBe(`rampart: ${file} exists: edit it, or replace it with --force\n`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await runInit('--force')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('[server]');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('sets the settings passed as options', async () => {
    const url = 'postgres://ada:s3cret%3B@db.internal/rampart';
    const settings = ['--url', url, '--data-dir', 'here', '--host', '::1', '--port', '4321'];
    const initResult = await runInit(...settings, '--json', '--file', 'other/settings.ini');
    const file = join(workingDirectory, 'other', 'settings.ini');
    const names = ['server.dataDir', 'database.url', 'server.host', 'server.port'];
    expect(JSON.parse(initResult.output)).toEqual({ file, settings: names });
    const environment = { RAMPART_CONFIG: file };
    const { output } = await runCommand(['config', '--json'], { environment, workingDirectory });
    expect(JSON.parse(output)).toMatchObject({
      server: { data_dir: join(workingDirectory, 'here'), host: '::1', port: '4321' },
      database: { url: '[hidden]' },
    });
    expect(readFileSync(file, 'utf8')).toContain(`\nurl=${url}\n`);
  });

  test.each([
    ['--port', '65536'],
    ['--port', 'abc'],
    ['--host', 'http://x'],
    ['--data-dir', ''],
    ['--url', 'mysql://ada:s3cret@x/y'],
  ])('rejects %s %j and writes nothing', async (option, value) => {
    const rejected = await runInit(option, value);
    expect(rejected).toMatchObject({ code: 2, errors: expect.stringMatching(new RegExp(`^rampart: ${option} must `)) });
    if (option === '--url') expect(rejected.errors).not.toContain('s3cret');
    else expect(rejected.errors).toMatch(`: ${JSON.stringify(value)}\n`);
    expect(readdirSync(workingDirectory)).toEqual([]);
  });

  test('explains how to use a file in another directory, and why a file cannot be written', async () => {
    expect((await runInit('--file', 'etc/settings.ini')).output).toContain(
      `export RAMPART_CONFIG=${join(workingDirectory, 'etc', 'settings.ini')}`,
    );
    writeFileSync(join(workingDirectory, 'file'), '');
    const rejected = await runInit('--file', 'file/rampart.ini');
    expect(rejected).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /cannot be written: cannot create the directory .*file: another file with this name exists\n$/,
      ),
    });
  });
});
