import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { zoneText } from '../zones/support/import-world.js';

const adminToken = 'the-administrator-of-this-test-only';
const count = 40_000;
const folder = temporaryFolder();
const zoneFile = join(folder.path, 'com.txt');
let opened: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  opened = await openTestDatabase();
  const { url } = opened;
  environment = { DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken };
  await importZone(count);
});

afterAll(async () => {
  await opened.close();
  folder.remove();
});

async function importZone(names: number): Promise<void> {
  const lines = Array.from({ length: names }, (_, index) => `name-${index} ns1.host.net. ns2.host.net.`);
  writeFileSync(zoneFile, zoneText('com', lines));
  const result = await runHere(['zones', 'import', 'com', zoneFile], { environment });
  expect(result).toMatchObject({ code: 0 });
}

/** The bytes of an export that arrive until the server ends. Calls a function at the first bytes. */
async function runExport(restUrl: string, query = '', onFirst?: () => void) {
  const response = await fetch(`${restUrl}/api/v1/export/com${query}`, {
    // `fetch` would decompress them, which changes offsets.
    headers: { authorization: `Bearer ${adminToken}`, 'accept-encoding': 'identity' },
  });
  expect(response.status).toBe(200);
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) {
      if (parts.length === 0) onFirst?.();
      parts.push(part);
    }
  } catch {
    // The connection to a killed server fails.
  }
  return { body: Buffer.concat(parts), pit: response.headers.get('export-pit') };
}

test('an export that is resumed after kill -9 of the server contains the state at its start', async () => {
  const first = await startServer(environment);
  const completeExport = await runExport(first.addresses.rest ?? '');
  expect(completeExport.body.toString().split('\n')).toHaveLength(count * 2 + 1);
  const interrupted = await runExport(first.addresses.rest ?? '', '', () => first.command.process.kill('SIGKILL'));
  expect((await first.command.result).signal).toBe('SIGKILL');
  expect(interrupted.body.length).toBeLessThan(completeExport.body.length);
  await importZone(count - 50);

  const second = await startServer(environment);
  const remainder = await runExport(
    second.addresses.rest ?? '',
    `?pit=${interrupted.pit}&offset=${interrupted.body.length}`,
  );
  second.command.process.kill('SIGTERM');
  await second.command.result;
  expect(Buffer.concat([interrupted.body, remainder.body]).equals(completeExport.body)).toBe(true);
});

test('the command resumes after kill -9 and completes the file', async () => {
  const file = join(folder.path, 'com.csv.gz');
  const args = ['zones', 'export', 'com', '--format', 'csv', '--gzip'];
  const { errors } = await runHere([...args, '--out', join(folder.path, 'whole.csv.gz')], { environment });
  expect(errors).toBe('');
  const command = startCommand([...args, '--resume', file], { environment });
  const size = () => statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0;
  await expect.poll(size, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0);
  command.process.kill('SIGKILL');
  expect((await command.result).signal).toBe('SIGKILL');
  expect(existsSync(file)).toBe(false);
  await importZone(count);

  const other = await runHere(['zones', 'export', 'com', '--resume', file], { environment });
  expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('format must be csv') });
  expect(await runHere([...args, '--resume', file], { environment })).toMatchObject({ code: 0, errors: '' });
  const csv = gunzipSync(readFileSync(file));
  expect(csv.equals(gunzipSync(readFileSync(join(folder.path, 'whole.csv.gz'))))).toBe(true);
  expect([existsSync(`${file}.part`), existsSync(`${file}.part.export`)]).toEqual([false, false]);
  const complete = await runHere([...args, '--resume', file], { environment });
  expect(complete).toMatchObject({ code: 1, errors: expect.stringContaining('exists: specify another file') });
  writeFileSync(`${file}.part.export`, randomUUID());
  rmSync(file);
  const expired = await runHere([...args, '--resume', file], { environment });
  expect(expired).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/no longer available: start a new export with --force/),
  });
});

test('zones export writes to standard output, and rejects invalid options', async () => {
  const options = ['--search', 'name-11', '--format', 'ndjson'];
  const { output } = await runHere(['zones', 'export', 'com', ...options], { environment });
  const names = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).domain);
  expect(names).toHaveLength(1111 * 2);
  expect(names[0]).toBe('name-11.com');
  const failures = [
    ['unknown'],
    ['com', '--since', '2001-01-01', '--until', '2001-02-01'],
    ['com', '--search', '-'],
    ['com', '--out', 'x', '--resume', 'y'],
  ];
  const errors = failures.map(async (args) => (await runCommand(['zones', 'export', ...args], { environment })).errors);
  expect(await Promise.all(errors)).toEqual([
    expect.stringMatching(/The zone \S+ does not exist/),
    expect.stringContaining('must not exceed 10 days'),
    expect.stringContaining('a label starts with "-"'),
    expect.stringContaining("'--resume <file>'"),
  ]);
});
