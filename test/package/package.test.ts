import { existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { Installation } from './installation.js';

let installation: Installation;

beforeAll(() => {
  installation = new Installation();
});

afterAll(() => {
  installation.remove();
});

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const thisNode = { program: process.execPath };
const inference = {
  ...{ inference_id: 'a', tenant_id: 'acme', endpoint_id: 'ws-1', platform: 'windows', attack_prob: 0.97 },
  ...{ confidence: 0.9, prediction: 'attack', timestamp: 1_790_000_000, model_name: 'gat', num_nodes: 1, num_edges: 1 },
};

describe('the package tarball', () => {
  test('contains every file that the code reads, and the documentation', () => {
    const files = installation.packedFiles();
    const read = [
      ...globSync('{console,rest-adapters}/**/*.graphql', { cwd: projectRoot }),
      ...globSync('schema/**/*.{graphql,sql}', { cwd: projectRoot, exclude: ['schema/released/**'] }),
      'schema/migrations/meta/_journal.json',
      'schema/openapi.json',
      ...globSync('dist/type-defs/*.graphql', { cwd: projectRoot }),
      'subgraphs/alerts/attack/enterprise-attack.json',
      'subgraphs/zones/rdap/service/bootstrap-dns.json',
    ];
    expect(files).toEqual(expect.arrayContaining(read));
    const forUsers = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'gateway/execution/README.md',
      'rampart.example.ini',
      'docs/operations.md',
      'bin/rampart',
      'deploy/rampart.service',
      'deploy/rampart.sysusers.conf',
    ];
    expect(files).toEqual(expect.arrayContaining(forUsers));
  });

  test('contains no sources, tests or benchmarks', () => {
    const unwanted =
      /(?<!\.d)\.tsx?$|\.map$|^(test|benchmarks|dist\/(benchmarks|test)|scripts|node_modules)\/|\.test\./;
    const files = installation.packedFiles().filter((name) => !name.startsWith('examples/'));
    expect(files.filter((name) => unwanted.test(name))).toEqual([]);
  });
});

// The tests below use the same installation after its install scripts ran, because installing the packages takes a
// minute.
describe('an installation without install scripts', () => {
  beforeAll(() => {
    installation.installWithoutScripts();
  });

  test('reports the supported Node.js versions if an older one is installed', async () => {
    const PATH = installation.pathWithNode({ version: 'v22.17.9' });
    const { code, errors, output } = await installation.run(['--version'], { environment: { PATH } });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(
      /^rampart: Node\.js 22\.18 or newer is required, but this machine has v22\.17\.9: [^\n]+\n$/,
    );
  });

  test('serves data that commands have stored in the embedded database, with the installed Node.js', async () => {
    const stranger = installation.createUnprivilegedFolder('without scripts');
    const PATH = installation.pathWithNode(thisNode);
    const options = { ...stranger, environment: { ...stranger.environment, PATH } };
    writeFileSync(join(options.workingDirectory, 'inferences.ndjson'), JSON.stringify(inference));
    for (const args of [['init'], ['migrate'], ['alerts', 'import', 'inferences.ndjson']]) {
      expect(await installation.run(args, options)).toMatchObject({ code: 0, errors: '' });
    }
    expect(existsSync(join(options.workingDirectory, 'data', 'postgresql'))).toBe(true);
    await installation.runWhileServing(['serve'], options, async ({ rest, console = '' }) => {
      expect(await (await fetch(`${rest}/alerts`)).json()).toMatchObject({ total: 1 });
      expect((await fetch(console, { headers: { accept: 'text/html' } })).status).toBe(200);
    });
  });
});

describe('an installation', () => {
  beforeAll(() => {
    installation.runInstallScripts();
  });

  test('runs on the pinned Node.js through any symbolic link, regardless of the installed version', async () => {
    const environment = { PATH: installation.pathWithNode({ version: 'v20.0.0' }) };
    const link = join(installation.path, 'link');
    rmSync(link, { force: true });
    symlinkSync('bin/rampart', link);
    for (const program of [installation.program, link, join(installation.package, 'bin', 'rampart')]) {
      expect(await installation.run(['--version'], { environment, program })).toMatchObject({ output: `${version}\n` });
    }
  });

  test('contains the code of every command', async () => {
    const { output } = await installation.run(['--help']);
    const names = [...output.matchAll(/^ {2}([a-z]+)\s/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['serve', 'demo', 'migrate', 'alerts', 'zones', 'schema']));
    // Loads the code of each command.
    const help = await installation.run([...names, '--help']);
    expect([help.code, help.errors]).toEqual([0, '']);
    expect(help.output).toContain(`Usage: rampart ${names[0]}`);
  });

  test('prints the schema', async () => {
    const { output } = await installation.run(['schema', 'print']);
    expect(output.trim()).toBe(readFileSync(join(projectRoot, 'schema', 'api.graphql'), 'utf8').trim());
  });

  test('supports the tasks of an operator', async () => {
    const options = installation.createUnprivilegedFolder('operator');
    const runRampart = async (...args: string[]): Promise<string> => {
      const { code, output, errors } = await installation.run(args, options);
      expect({ args, code, errors }).toEqual({ args, code: 0, errors: '' });
      return output;
    };
    expect(await runRampart('--version')).toBe(`${version}\n`);
    expect(await runRampart('init')).toContain(' rampart doctor\n');
    expect(await runRampart('doctor')).toMatch(/, 0 failed, /);
    expect(await runRampart('config')).toContain('data_dir');
    for (const shell of ['bash', 'zsh', 'fish']) expect(await runRampart('completion', shell)).toContain('rampart');
    await runRampart('migrate');
    await runRampart('license', 'keypair', 'keys');
    writeFileSync(join(options.workingDirectory, 'inferences.ndjson'), JSON.stringify(inference));
    // While the server runs, commands need not start the database.
    await installation.runWhileServing(['serve'], options, async ({ rest }) => {
      const imported = await runRampart('alerts', 'import', 'inferences.ndjson', '--json');
      expect(JSON.parse(imported)).toMatchObject({ opened: 1, rejected: 0 });
      expect(await (await fetch(`${rest}/alerts`)).json()).toMatchObject({ total: 1 });
      expect(await runRampart('tokens', 'create', 'ada', '--role', 'analyst')).toMatch(/^rpt_/);
      expect(await runRampart('tokens', 'list')).toContain('ada');
    });
  });

  test('serves the sample data of all four domains and the pages to a user without write access to the installation', async () => {
    const options = installation.createUnprivilegedFolder('demo');
    await installation.runWhileServing(['demo', '--days', '1'], options, async (addresses) => {
      const responses = await Promise.all(
        requests(addresses).map(async ({ name, response }) => [name, await response]),
      );
      expect(Object.fromEntries(responses)).toEqual({
        graph: expect.stringMatching(/^\{"data":\{"alerts":\{"totalCount":[1-9]\d\}\}\}$/),
        alerts: 200,
        zones: 401,
        controllers: 200,
        drive: 400,
        console: 200,
        explorer: 200,
        reference: 200,
        openapi: 200,
      });
    });
    // The compile cache of the owner is in the package, that of other users in their home directory.
    expect(existsSync(join(options.home, '.cache', 'rampart'))).toBe(options.user !== undefined);
  });
});

/** One request to each service and page, with the expected response. */
function requests({ graphql = '', rest = '', licenses = '', console = '', docs = '' }: Record<string, string>) {
  const page = { headers: { accept: 'text/html' } };
  const query = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ alerts(first: 1) { totalCount } }"}',
  };
  const requestStatus = async (url: string, options: RequestInit = {}): Promise<number> =>
    (await fetch(url, options)).status;
  return [
    { name: 'graph', response: fetch(graphql, query).then((response) => response.text()) },
    { name: 'alerts', response: requestStatus(`${rest}/alerts`) },
    { name: 'zones', response: requestStatus(`${rest}/api/v1/download/demo.zone`) },
    { name: 'controllers', response: requestControllersStatus(`${licenses}/api/get-licenses/`) },
    { name: 'drive', response: requestStatus(`${rest}/any/oauth2/v2.0/token`, { method: 'POST' }) },
    { name: 'console', response: requestStatus(console, page) },
    { name: 'explorer', response: requestStatus(graphql, page) },
    { name: 'reference', response: requestStatus(docs, page) },
    { name: 'openapi', response: requestStatus(`${rest}/openapi.json`) },
  ];
}

/** The listener of controllers has a self-signed certificate. */
async function requestControllersStatus(url: string): Promise<number | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: new Agent({ rejectUnauthorized: false }) }, resolve)
      .once('error', reject)
      .end();
  });
  await text(response);
  return response.statusCode;
}
