import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../platform/node-id.js';
import { projectRoot } from '../../platform/project-root.js';
import { inference, start } from '../alerts/support/alert-world.js';
import { parquetRows } from '../rest/support/parquet-rows.js';
import { runCommand } from '../support/command-line.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';
import { runHere } from './support/run-here.js';

const main = join(projectRoot, 'dist', 'command-line', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'rampart-export-'));
const count = 1100;
let opened: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  opened = await openTestDatabase();
  environment = { DATABASE_URL: opened.url };
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(inference({ endpoint_id: `ws-${index}`, timestamp: start + index * 1000, ttp_explanation: '=1' })),
  );
  const file = join(folder, 'inferences.ndjson');
  writeFileSync(file, lines.join('\n'));
  expect(await runHere(['alerts', 'import', file], { environment })).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function runExport(...options: string[]) {
  return runHere(['alerts', 'export', ...options], { environment });
}

describe('alerts export', () => {
  test('writes all alerts to standard output as newline-delimited JSON', async () => {
    const { code, output, errors } = await runCommand(['alerts', 'export'], { environment });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const ids = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).alert_id);
    const rows = await opened.database.sql`select id::text from alerts.alert order by created_at desc, id`;
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(ids).toHaveLength(count);
  });

  test('ends without an error when the reader closes the pipe', async () => {
    const args = ['-c', '{ "$0" "$1" alerts export; echo "code $?" >&2; } | head -n 1', process.execPath, main];
    const { output, errors } = await runCommand(args, { environment, program: '/bin/sh' });
    expect(JSON.parse(output)).toMatchObject({ tenant_id: 'acme' });
    expect(errors).toBe('code 0\n');
  });

  test('writes CSV to a file that only its owner can read, and does not overwrite it without --force', async () => {
    const file = join(folder, 'alerts.csv');
    expect(await runExport('--format', 'csv', '--out', file)).toMatchObject({ code: 0, output: '' });
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines).toHaveLength(count + 2);
    expect(lines[1]).toContain(",'=1,");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secondExport = await runExport('--out', file);
    expect(secondExport).toMatchObject({ code: 1, errors: expect.stringMatching(/^rampart: .* exists/) });
    expect(await runExport('--out', file, '--force', '--endpoint', 'WS-7')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ endpoint_id: 'ws-7' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('writes the alerts of an incident', async () => {
    const { sql } = opened.database;
    const [row] =
      await sql`insert into alerts.incident (id, tenant_id, title, status, created_at, updated_at, is_automatic)
      values (gen_random_uuid(), 'acme', 'Case', 'open', 0, 0, false) returning id::text`;
    await sql`update alerts.alert set incident_id = ${row?.id} where endpoint_id = 'ws-9'`;
    const { output } = await runExport('--incident', nodeId('Incident', row?.id));
    expect(output.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).endpoint_id]))).toEqual(['ws-9']);
  });

  test('writes endpoints as compressed CSV, and alerts as Parquet', async () => {
    const [endpoints, alerts] = [join(folder, 'endpoints.csv.gz'), join(folder, 'alerts.parquet')];
    const args = ['endpoints', 'export', '--format', 'csv', '--gzip', '--hostname', 'WS-10', '--out', endpoints];
    expect(await runHere(args, { environment })).toMatchObject({ code: 0, output: '' });
    expect(gunzipSync(readFileSync(endpoints)).toString().split('\r\n')[1]).toMatch(/^acme,ws-10\d*,windows,/);
    expect(await runExport('--format', 'parquet', '--out', alerts)).toMatchObject({ code: 0, output: '' });
    expect(parquetRows(readFileSync(alerts)).rows).toHaveLength(count);
  });

  test('writes any other list, with filters', async () => {
    await opened.database.sql`insert into alerts.incident
        (id, tenant_id, title, status, created_at, updated_at, is_automatic)
      select gen_random_uuid(), 'acme', 'Incident ' || n, 'open', n, n, false from generate_series(1, ${count}) n`;
    const run = (...args: string[]) => runHere(['export', ...args], { environment });
    const args = ['incidents', '--format', 'csv', '--filter', 'title=Incident 777', '--filter', 'status=open'];
    const some = await run(...args);
    expect(some.output.split('\r\n').map((line) => line.split(',')[2])).toEqual(['title', 'Incident 777', undefined]);
    expect(await run('incidents', '--filter', 'status')).toMatchObject({ code: 2 });
  });

  test.each([
    [['--status', 'resolved', 'false_positive'], 0],
    [['--status', 'open', '--severity', 'medium', '--severity', 'critical'], count],
    [['--tenant', 'globex'], 0],
    [['--no-assigned'], count],
    [['--assigned'], 0],
    [['--min-attack-prob', '0.8', '--max-attack-prob', '0.8', '--model', 'sage', '--platform', 'windows'], count],
    [['--seen-before', new Date((start + 5000) * 1000).toISOString()], 5],
    [['--technique', 'T1', '--notes', 'none', '--created-after', '2020-01-01'], 0],
  ])('filters by %j', async (options, expected) => {
    const { code, output } = await runExport(...options);
    expect({ code, lines: output.split('\n').length - 1 }).toEqual({ code: 0, lines: expected });
  });

  test.each([
    [['--format', 'xml'], /Allowed choices are csv, ndjson/],
    [['--status', 'closed'], /Allowed choices are open/],
    [['--min-attack-prob', '2'], /a number from 0 to 1/],
    [['--seen-after', 'yesterday'], /ISO 8601/],
  ])('exits 2 on invalid usage: %j', async (options, message) => {
    expect(await runExport(...options)).toMatchObject({ code: 2, output: '', errors: expect.stringMatching(message) });
  });
});
