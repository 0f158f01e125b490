import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTimeOf } from '../../platform/database/index.js';
import { type RunningCommand, runCommand, startCommand } from '../support/command-line.js';
import { createEmptyDatabase, createMigratedDatabase } from '../support/index.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';
import { runHere } from './support/run-here.js';

const freePorts = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
const inference = JSON.stringify({
  ...{ inference_id: 'i-1', tenant_id: 'acme', endpoint_id: 'WS-1', platform: 'windows', attack_prob: 0.97 },
  ...{ confidence: 0.9, prediction: 'attack', ttp_techniques: [], ttp_explanation: null },
  ...{ timestamp: 1_790_000_000, model_name: 'm', num_nodes: 1, num_edges: 1 },
});

function folderForTest(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

describe('while a server runs in a directory,', () => {
  const workingFolder = temporaryFolder();
  const data = temporaryFolder();
  let server: RunningCommand;
  let restUrl = '';

  beforeAll(async () => {
    server = startCommand(['serve', '--data-dir', data.path], {
      environment: freePorts,
      workingDirectory: workingFolder.path,
    });
    restUrl = (await untilReady(server)).rest ?? '';
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.result;
    workingFolder.remove();
    data.remove();
  });

  const run = (args: string[], options: Parameters<typeof runCommand>[1] = {}) =>
    runCommand(args, { workingDirectory: workingFolder.path, ...options });
  const note = `rampart: using the running server (process PID, --data-dir ${data.path})`;
  const withoutPid = (message: string): string => message.replace(/process \d+/, 'process PID');

  test('a command in this directory uses its database, and names the database on standard error only', async () => {
    const imported = await run(['alerts', 'import', '-', '--json'], { input: inference });
    expect(JSON.parse(imported.output)).toMatchObject({ opened: 1 });
    expect(withoutPid(imported.errors)).toBe(`${note}\n`);
    const alerts = (await (await fetch(`${restUrl}/alerts`)).json()) as { total: number };
    expect(alerts.total).toBe(1);
    expect(existsSync(join(workingFolder.path, 'data'))).toBe(false);
  });

  test('a command in another directory uses it without a message if an option names it', async () => {
    const listed = await runCommand(['tokens', 'list', '--data-dir', data.path], { workingDirectory: folderForTest() });
    expect(listed).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/^NAME/) });
  });

  test('a command in an empty directory fails without creating anything, and names running instances', async () => {
    const elsewhere = folderForTest();
    for (const args of [
      ['accounts', 'list'],
      ['alerts', 'import', '-'],
    ]) {
      const rejected = await runCommand(args, { workingDirectory: elsewhere });
      expect(rejected).toMatchObject({ code: 1, output: '' });
      expect(rejected.errors).toMatch(
        /no instance in \S+\/data: start one \(rampart serve\).*--data-dir DIR or --url URL/,
      );
      expect(rejected.errors).toContain(`--data-dir ${data.path}`);
      expect(rejected.errors.trim().split('\n')).toHaveLength(1);
    }
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('a write is rejected if the settings file names another database, and a read names the one it uses', async () => {
    const { url, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    const settings = folderForTest();
    const file = join(settings, 'rampart.ini');
    writeFileSync(file, `[database]\nurl="${url}"\n`);
    const environment = { RAMPART_CONFIG: file };
    const creation = await run(['tokens', 'create', 'x'], { environment });
    expect(creation).toMatchObject({ code: 1, output: '' });
    expect(creation.errors).toMatch(
      /^rampart: more than one instance belongs to this directory: postgres:.*--data-dir/,
    );
    const read = await run(['tokens', 'list', '--json'], { environment });
    expect(read).toMatchObject({ code: 0, output: '[]\n' });
    expect(read.errors).toMatch(/^rampart: using postgres:\/\/.*, not the running server .*\n$/);
    for (const { errors } of [creation, read]) expect(errors).not.toContain(new URL(url).password);
    expect(await run(['tokens', 'create', 'x', '--data-dir', data.path], { environment })).toMatchObject({ code: 0 });
    expect(await run(['tokens', 'create', 'x', '--url', url])).toMatchObject({ code: 0, errors: '' });
  });

  test('config prints the settings of the directory or of the named instance', async () => {
    const ownConfiguration = await run(['config'], { environment: { RAMPART_SERVER_PORT: '4444' } });
    expect(ownConfiguration.output).toMatch(/^; Settings file: none\n/);
    expect(ownConfiguration.output).toMatch(/ Set by RAMPART_SERVER_PORT\.\nport=4444\n/);
    expect(ownConfiguration.output).toContain(`\ndata_dir=${join(workingFolder.path, 'data')}\n`);
    expect(ownConfiguration.errors).toMatch(
      /^rampart: using the embedded database in \S+\/data, not the running server/,
    );
    const namedInstance = await run(['config', '--data-dir', data.path]);
    expect(namedInstance).toMatchObject({ errors: '', output: expect.stringContaining(`\ndata_dir=${data.path}\n`) });
  });

  test('migrate creates the database of the settings and names it', async () => {
    const empty = await createEmptyDatabase();
    onTestFinished(empty.drop);
    const migrated = await run(['migrate', '--url', empty.url]);
    expect(migrated).toMatchObject({ code: 0, output: expect.stringMatching(/^applied/) });
    expect(migrated.errors).toMatch(/^rampart: using postgres:\/\/.*, not the running server/);
  });
});

describe('a server that was stopped', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('by %s is no longer found', async (signal) => {
    const workingDirectory = folderForTest();
    const data = folderForTest();
    const { url, drop } = await createMigratedDatabase();
    const environment = { ...freePorts, RAMPART_SERVER_DATA_DIR: data, DATABASE_URL: url };
    const server = startCommand(['serve'], { environment, workingDirectory });
    await untilReady(server);
    const records = (): string[] => readdirSync(join(data, 'instances'));
    expect(records()).toHaveLength(1);
    const running = await runCommand(['tokens', 'list'], { workingDirectory });
    expect(running).toMatchObject({ code: 1, output: '' });
    expect(running.errors).toMatch(
      /uses a database that the settings do not contain: add --url URL, or set DATABASE_URL/,
    );
    expect(running.errors).not.toContain(new URL(url).password);
    server.process.kill(signal);
    await server.result;
    const stopped = await runCommand(['tokens', 'list'], { workingDirectory });
    expect(stopped.errors).toMatch(/there is no instance in/);
    expect(records()).toHaveLength(signal === 'SIGTERM' ? 0 : 1);
    await drop();
  });
});

describe('a database without tables', () => {
  test('is not migrated by a command that expects an instance', async () => {
    const empty = await createEmptyDatabase();
    onTestFinished(empty.drop);
    const rejected = await runHere(['accounts', 'list', '--url', empty.url]);
    expect(rejected).toMatchObject({ code: 1, output: '' });
    expect(rejected.errors).toBe(
      'rampart: the database contains no Rampart tables: create them with rampart migrate\n',
    );
    expect((await runHere(['migrate', '--url', empty.url])).output).toMatch(/^applied (\d+) of \1 migrations/);
    expect(await runHere(['accounts', 'list', '--url', empty.url])).toMatchObject({ code: 0 });
  });
});

describe('a data directory with an embedded database', () => {
  test('conflicts with a URL in the settings', async () => {
    const folder = folderForTest();
    mkdirSync(join(folder, 'postgresql', 'data'), { recursive: true });
    const environment = { DATABASE_URL: 'postgres://ada:s3cret@127.0.0.1:1/x' };
    const rejected = await runHere(['tokens', 'list', '--data-dir', folder], { environment });
    expect(rejected).toMatchObject({ code: 2, output: '' });
    expect(rejected.errors).toBe(
      `rampart: ${folder} contains an embedded database, but DATABASE_URL names postgres://ada@127.0.0.1:1/x: add --url URL for that database, or --url '' for the embedded one\n`,
    );
  });

  test('does not replace an invalid --url, whose password is redacted', async () => {
    const rejected = await runHere(['tokens', 'list', '--url', 'mysql://ada:s3cret@x/y']);
    expect(rejected).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/^rampart: --url must be a PostgreSQL URL/),
    });
    expect(rejected.errors).not.toContain('s3cret');
  });
});

describe('the record of a running server', () => {
  test.runIf(process.getuid?.() === 0)('is ignored if another user has written it', async () => {
    const workingDirectory = folderForTest();
    const elsewhere = folderForTest();
    const records = join(elsewhere, 'rampart-instances-0');
    mkdirSync(records);
    const record = {
      ...{
        kind: 'demo',
        pid: process.pid,
        start: startTimeOf(process.pid),
        machine: `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`,
      },
      ...{ workingDirectory, settingsFile: null, dataDirectory: elsewhere, addresses: [], listening: [] },
      database: { identity: `embedded:${elsewhere}`, name: 'theirs' },
    };
    writeFileSync(join(records, `${record.pid}-${record.start}.json`), JSON.stringify(record));
    const run = () => runCommand(['tokens', 'list'], { workingDirectory, environment: { TMPDIR: elsewhere } });
    expect((await run()).errors).toContain(`--data-dir ${elsewhere}`);
    chownSync(records, 12_345, 12_345);
    expect((await run()).errors).toMatch(/^rampart: there is no instance in [^;]+\n$/);
    rmSync(records, { recursive: true });
    symlinkSync(workingDirectory, records);
    expect((await run()).errors).toMatch(/^rampart: there is no instance in [^;]+\n$/);
  });

  test('is not read from a data directory that is a file', async () => {
    const { errors } = await runHere(['tokens', 'list', '--data-dir', '/etc/passwd']);
    expect(errors).toBe(
      'rampart: /etc/passwd/postgresql cannot be read: a part of the path is a file, not a directory; specify another data directory with --data-dir DIR\n',
    );
  });
});
