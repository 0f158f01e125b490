import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { createEmptyDatabase, databaseSettingsForTest, openTestDatabase, type TestDatabase } from '../support/index.js';
import { runHere } from './support/run-here.js';

const folder = mkdtempSync(join(tmpdir(), 'rampart-commands-'));
let opened: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  opened = await openTestDatabase();
  environment = { DATABASE_URL: opened.url };
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function inference(id: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    inference_id: id,
    tenant_id: 'acme',
    endpoint_id: 'WS-1',
    platform: 'windows',
    attack_prob: 0.9,
    confidence: 0.8,
    prediction: 'attack',
    ttp_techniques: ['T1059.001'],
    ttp_explanation: null,
    timestamp: 1_790_000_000,
    model_name: 'm',
    num_nodes: 1,
    num_edges: 2,
    ...changes,
  });
}

describe('the command line', () => {
  test.each(['--help', 'serve --help', 'tokens --help', 'alerts import --help'])('prints help: %s', async (args) => {
    const { code, output } = await runHere(args.split(' '));
    expect(code).toBe(0);
    expect(output).toMatch(/^Usage: rampart/);
  });

  test.each([
    [['nonsense'], /unknown command 'nonsense'/],
    [['serv'], /unknown command 'serv' \(Did you mean serve\?\)/],
    [['serve', '--nonsense'], /unknown option '--nonsense'/],
    [['tokens', 'create'], /missing required argument 'name'/],
    [['tokens', 'create', 'x', '--role', 'king'], /Allowed choices are admin, analyst, viewer, ingest/],
    [['tokens', 'create', 'x', '--expires-in-days', '0'], /an integer from 1 to 3650/],
    [['tokens', 'create', 'x', '--expires-in-days', '9', '--never-expires'], /cannot be used with/],
    [['tokens', 'create', 'x', '--expires', '2030-01-01', '--never-expires'], /cannot be used with/],
    [['tokens', 'create', 'x', '--expires', 'tomorrow'], /ISO 8601/],
    [['alerts', 'import'], /missing required argument 'file'/],
  ])('exits 2 with one line on invalid usage: %j', async (args, message) => {
    const { code, errors, output } = await runHere(args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(message);
    expect(errors).toMatch(/^rampart: [^\n]+ \(see --help\)\n$/);
  });

  test('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(await runCommand(['--version'])).toMatchObject({ code: 0, output: `${version}\n`, errors: '' });
  });

  test('rejects an unknown setting and names it', async () => {
    const { code, errors } = await runCommand(['config'], { environment: { RAMPART_SERVER_PROT: '1' } });
    expect(code).not.toBe(0);
    expect(errors).toContain('RAMPART_SERVER_PROT');
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  test('prints the current settings with secrets redacted, in a form that can be read back', async () => {
    const secret = {
      RAMPART_AUTH_ADMIN_TOKEN: 'very-secret-admin-token-of-this-test',
      RAMPART_ALERTS_MIN_THRESHOLD: '0.75',
    };
    const printed = await runHere(['config'], { environment: secret });
    expect(printed.output).toContain('min_threshold=0.75');
    expect(printed.output).not.toContain('very-secret');
    const json = await runHere(['config', '--json'], { environment: secret });
    expect(JSON.parse(json.output)).toMatchObject({
      alerts: { min_threshold: '0.75' },
      auth: { admin_token: '[hidden]' },
    });
  });

  test('prints the permissions of each role under the current settings', async () => {
    const open = await runHere(['config', '--permissions']);
    expect(open.output).toMatch(
      /^PERMISSION +ADMIN +ANALYST .*\nalerts\.read +all +own_tenants +own_tenants( +-){4} +all\* /,
    );
    const environment = { RAMPART_AUTH_ALERTS: 'token' };
    const closed = await runHere(['config', '--permissions', '--json'], { environment });
    const [alerts] = JSON.parse(closed.output);
    expect(alerts).toMatchObject({
      ...{ permission: 'alerts.read', grants: { admin: 'all', analyst: 'own_tenants', viewer: 'own_tenants' } },
      conditional: { isMet: false, grants: { anonymous: 'all' } },
    });
  });
});

describe('a command that does not execute GraphQL', () => {
  /** Prints the URL of each module that node loads. */
  const loadedUrlsScript = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;

  /** The packages of modules that a command loads. */
  async function loadedModules(...args: string[]): Promise<Set<string | undefined>> {
    const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(loadedUrlsScript)}` };
    const { code, errors } = await runCommand(args, { environment });
    expect(code).toBe(0);
    return new Set([...errors.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name));
  }

  const graph = ['graphql', 'type-graphql', '@apollo/subgraph', '@apollo/query-planner', 'fastify'];
  const senders = ['undici', 'nodemailer', 'graphile-worker', 'pg'];

  test.each([
    ...['zones', 'accounts', 'alerts', 'tokens', 'sessions', 'controllers'].map(
      (name) => [name, [...graph, ...senders]] as const,
    ),
    // The command sends requests to the document site.
    ['drive', graph] as const,
  ])('starts without loading the graph: %s', async (name, heavy) => {
    const packages = await loadedModules(name, 'list', '--help');
    expect(packages).toContain('postgres');
    expect(heavy.filter((name) => packages.has(name))).toEqual([]);
  });

  test.each(['serve', 'demo', 'doctor', 'schema'])('prints help without loading the graph: %s', async (name) => {
    const packages = await loadedModules(name, '--help');
    expect(packages).toContain('commander');
    expect([...graph, ...senders].filter((name) => packages.has(name))).toEqual([]);
  });
});

describe('rampart migrate', () => {
  test('prints the applied migrations, and reports when there are none', async () => {
    const empty = await createEmptyDatabase();
    const first = await runCommand(['migrate'], { environment: { DATABASE_URL: empty.url } });
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^applied \d+ of \d+ migrations\n$/) });
    const second = await runHere(['migrate', '--json'], { environment: { DATABASE_URL: empty.url } });
    expect(JSON.parse(second.output)).toMatchObject({ applied: 0 });
    await empty.drop();
  });

  test('fails with one line if the database is unavailable', async () => {
    const { code, errors } = await runCommand(['migrate'], {
      environment: { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' },
    });
    expect(code).toBe(1);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(errors).toMatch(/cannot be reached: the connection was refused \(ECONNREFUSED\)/);
    expect(errors).not.toContain('y@');
  });
});

describe('rampart tokens', () => {
  test('fails with one line without secrets if the database is unavailable', async () => {
    const { code, errors, output } = await runCommand(['tokens', 'list'], {
      environment: { DATABASE_URL: 'postgres://user:s3cret@127.0.0.1:1/db' },
    });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toBe(
      'rampart: the database cannot be reached: postgres://user@127.0.0.1:1/db: the connection was refused (ECONNREFUSED)\n',
    );
  });

  test('reports an unknown host and a missing database', async () => {
    const { DATABASE_URL } = await databaseSettingsForTest();
    const reasonOf = async (url: string): Promise<string> =>
      (await runHere(['tokens', 'list'], { environment: { DATABASE_URL: url } })).errors;
    expect(await reasonOf('postgres://a@nowhere.invalid/b')).toMatch(/: the hostname .* \(E\w+\)\n$/);
    expect(await reasonOf(DATABASE_URL.replace(/\/\w+\?/, '/none?'))).toMatch(
      /: the database does not exist \(3D000\)\n$/,
    );
  });

  test('logs details at log level debug', async () => {
    const { errors } = await runCommand(['tokens', 'list'], {
      environment: { DATABASE_URL: 'postgres://user:s3cret@127.0.0.1:1/db', RAMPART_SERVER_LOG_LEVEL: 'debug' },
    });
    expect(errors).toContain('ECONNREFUSED');
    expect(errors).not.toContain('s3cret');
  });

  test('creates, lists without secrets, and revokes tokens', async () => {
    const created = await runHere(['tokens', 'create', 'pipeline', '--tenant', 'acme'], { environment });
    expect(created.output).toMatch(/^rpt_[0-9A-Za-z]{30,}\n$/);
    const listed = await runHere(['tokens', 'list', '--json'], { environment });
    expect(listed.output).not.toContain(created.output.trim());
    expect(JSON.parse(listed.output)).toEqual([
      expect.objectContaining({ name: 'pipeline', role: 'analyst', tenantId: 'acme', revokedAt: null }),
    ]);
    const again = await runHere(['tokens', 'create', 'pipeline'], { environment });
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('pipeline') });
    expect(await runHere(['tokens', 'revoke', 'pipeline'], { environment })).toMatchObject({ code: 0 });
    expect(await runHere(['tokens', 'revoke', 'pipeline'], { environment })).toMatchObject({ code: 1 });
    expect((await runHere(['tokens', 'list'], { environment })).output).not.toContain('pipeline');
    expect((await runHere(['tokens', 'list', '--all'], { environment })).output).toMatch(/pipeline .*revoked/);
  });

  test('creates tokens that expire after 90 days, after the specified number of days, or never, and lists the expiration', async () => {
    const dayMs = 86_400_000;
    const lifetimeOf = async (...args: string[]) => {
      const { output } = await runHere(['tokens', 'create', ...args, '--json'], { environment });
      const { createdAt, expiresAt } = JSON.parse(output);
      return expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs;
    };
    expect(await lifetimeOf('quarter', '--role', 'viewer')).toBeCloseTo(90, 3);
    expect(await lifetimeOf('week', '--expires-in-days', '7', '--role', 'ingest')).toBeCloseTo(7, 3);
    expect(await lifetimeOf('long', '--never-expires')).toBeNull();
    const { output } = await runHere(['tokens', 'list'], { environment });
    expect(output).toMatch(/^quarter +viewer +all .*T.*Z +active$/m);
    expect(output).toMatch(/^week +ingest +all .*T.*Z +active, expires in [67] days$/m);
    expect(output).toMatch(/^long +analyst +all .* never +active$/m);
  });

  test('rejects a tenant for an administrator token', async () => {
    const args = ['tokens', 'create', 'root', '--role', 'admin', '--tenant', 'acme'];
    expect(await runHere(args, { environment })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/admin cannot be restricted to a tenant/),
    });
  });
});

describe.each([
  ['alerts import', ['alerts', 'import']],
  ['zones import', ['zones', 'import', 'com']],
  ['gateway', ['gateway']],
])('%s', (_, args) => {
  test('names a file that it cannot read', async () => {
    const readErrors = async (file: string) => (await runHere([...args, file], { environment })).errors;
    expect(await readErrors(folder)).toBe(`rampart: ${folder} is a directory: specify a file in it\n`);
    expect(await readErrors('/nowhere')).toBe('rampart: cannot find /nowhere: it does not exist\n');
  });

  test('exits 2 for an invalid setting, and does not attribute it to the input', async () => {
    const { code, errors } = await runHere([...args, '-'], {
      environment: { RAMPART_URL: 'http://127.0.0.1:4000' },
      input: '',
    });
    expect(code).toBe(2);
    expect(errors).toMatch(/^rampart: unknown setting RAMPART_URL; [^\n]+\n$/);
  });
});

describe('rampart alerts import', () => {
  test('reads standard input, prints counts, and changes nothing when repeated', async () => {
    const input = `${inference('a1')}\n${inference('a2')}\n${inference('a3', { attack_prob: 0.1 })}\n`;
    const first = await runCommand(['alerts', 'import', '-', '--json'], { environment, input });
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(first.output)).toMatchObject({
      lines: 3,
      opened: 1,
      joined: 1,
      ignored: 1,
      repeated: 0,
      rejected: 0,
    });
    const second = await runHere(['alerts', 'import', '-', '--json'], { environment, input });
    expect(JSON.parse(second.output)).toMatchObject({ lines: 3, opened: 0, joined: 0, ignored: 0, repeated: 3 });
  });

  test('reports invalid lines by number, imports the valid ones, and exits 1', async () => {
    const input = `${inference('b1')}\n{"broken\n\n${inference('b2', { attack_prob: 7 })}\n${inference('b3')}`;
    const { code, errors, output } = await runHere(['alerts', 'import', '-', '--json'], { environment, input });
    expect(code).toBe(1);
    expect(errors).toMatch(/line 2: .*JSON/);
    expect(errors).toMatch(/line 4: attack_prob/);
    expect(JSON.parse(output)).toMatchObject({ opened: 0, joined: 2, rejected: 2 });
  });

  test('prints no control characters of a line or of a file name on the terminal', async () => {
    const input = '{"a":\u001b]0;title\u0007\n\u009b31m\n';
    const { code, errors } = await runHere(['alerts', 'import', '-', '--json'], { environment, input });
    expect(code).toBe(1);
    expect(errors).toMatch(/^line 1: is not JSON.*\nline 2: is not JSON.*\n$/);
    const missing = await runHere(['alerts', 'import', join(folder, 'a\u001b[31mb\nc')], { environment });
    for (const text of [errors, missing.errors]) expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(missing.errors).toMatch(/^rampart: .*ab c.*\n$/);
  });

  test('reads a gzip file', async () => {
    const file = join(folder, 'inferences.ndjson.gz');
    writeFileSync(file, gzipSync(`${inference('c1')}\n`));
    const { code, output } = await runHere(['alerts', 'import', file], { environment });
    expect(code).toBe(0);
    expect(output).toMatch(/joined/i);
  });

  test('fails with one line for a missing or truncated file', async () => {
    const missing = await runHere(['alerts', 'import', join(folder, 'missing')], { environment });
    expect(missing).toMatchObject({ code: 1, errors: expect.stringMatching(/^rampart: .*missing.*\n$/) });
    const file = join(folder, 'short.gz');
    writeFileSync(file, gzipSync(`${inference('d1')}\n`.repeat(1000)).subarray(0, 60));
    const short = await runHere(['alerts', 'import', file], { environment });
    expect(short).toMatchObject({ code: 1, errors: expect.stringMatching(/short\.gz/) });
  });
});

describe('rampart schema print', () => {
  test('prints the API schema, the supergraph and a subgraph as committed', async () => {
    const committed = (path: string): string => readFileSync(join(projectRoot, 'schema', path), 'utf8');
    expect((await runHere(['schema', 'print'])).output).toBe(committed('api.graphql'));
    expect((await runHere(['schema', 'print', 'supergraph'])).output).toBe(committed('supergraph.graphql'));
    expect((await runHere(['schema', 'print', 'alerts'])).output).toBe(committed('subgraphs/alerts.graphql'));
    expect(await runHere(['schema', 'print', 'weather'])).toMatchObject({ code: 2 });
  });

  test('exits 0 if its output pipe is closed early', async () => {
    const { process: command, result } = startCommand(['schema', 'print', 'supergraph']);
    command.stdout?.destroy();
    expect(await result).toMatchObject({ code: 0, errors: '' });
  });
});
