import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { administer, requestContext } from '../../../command-line/demo/administer.js';
import { checkInSample, writeSampleLicense } from '../../../command-line/demo/sample-controllers.js';
import { sampleInferences } from '../../../command-line/demo/sample-inferences.js';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { localRequest } from '../../../platform/caller.js';
import { systemClock } from '../../../platform/clock.js';
import { type Configuration, loadConfiguration } from '../../../platform/configuration/index.js';
import { createLog } from '../../../platform/log.js';
import { alertDependencies, importLines } from '../../../subgraphs/alerts/index.js';
import { createZoneService } from '../../../subgraphs/zones/index.js';
import type { TargetEnvironment } from '../engine/target.js';

const adminToken = 'the-administrator-of-a-fuzzed-server';
const inferences = 400;

/** A server in this process, with some data of each domain in a separate database. */
export interface FuzzedServer {
  readonly rampart: Rampart;
  readonly configuration: Configuration;
  readonly url: string;
  readonly licensesUrl: string;
  /** Values of the {@link placeholders}: inputs are the same in every run, but ids and tokens are not. */
  readonly known: ReadonlyMap<string, string>;
  /** @throws {Error} with the log, if the server has logged a failure since the last call */
  assertNothingFailed(): void;
  assertHealthy(): Promise<void>;
  close(): Promise<void>;
}

/** Placeholders for tokens and ids in inputs. */
export const placeholders = ['@admin@', '@analyst@', '@key@', '@alert@', '@guid@', '@hostname@'];

export async function startFuzzedServer(
  { folder, createDatabase }: TargetEnvironment,
  settings: Readonly<Record<string, string>> = {},
): Promise<FuzzedServer> {
  const configuration = await createConfiguration({ folder, databaseUrl: await createDatabase(), settings });
  const failures: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void failures.push(...failureIn(line)) } });
  const options = { configuration, clock: systemClock, log };
  const rampart = await startRampart(options);
  await rampart.jobsStarted;
  const known = await fill({ ...options, database: rampart.database, graph: rampart.graph });
  const address = (name: string) => rampart.addresses.find((candidate) => candidate.name === name)?.url ?? '';
  const server: FuzzedServer = {
    ...{ rampart, configuration, known, url: address('rest'), licensesUrl: address('licenses') },
    assertNothingFailed() {
      const failed = failures.splice(0).join('\n');
      assert.equal(failed, '', `the server logged a failure: ${failed}`);
    },
    async assertHealthy() {
      for (const url of [`${server.url}/health/live`, `${server.url}/health`]) {
        const headers = { authorization: `Bearer ${adminToken}` };
        assert.equal((await fetch(url, { headers })).status, 200, `${url} is not healthy`);
      }
      server.assertNothingFailed();
    },
    close: () => rampart.close(),
  };
  return server;
}

async function createConfiguration(options: {
  folder: string;
  databaseUrl: string;
  settings: Readonly<Record<string, string>>;
}): Promise<Configuration> {
  const { folder, databaseUrl, settings } = options;
  const read = loadConfiguration({
    environment: {
      DATABASE_URL: databaseUrl,
      RAMPART_SERVER_PORT: '0',
      RAMPART_SERVER_DATA_DIR: folder,
      RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
      RAMPART_AUTH_ADMIN_TOKEN: adminToken,
      RAMPART_AUTH_ALERTS: 'token',
      RAMPART_LICENSES_PORT: '0',
      RAMPART_LICENSES_TLS: 'off',
      RAMPART_LICENSES_RATE: '1000000/s',
      // No server listens on this port, so inputs cannot cause requests to other servers.
      RAMPART_ZONES_RDAP_BOOTSTRAP_URL: 'http://127.0.0.1:1/',
      ...settings,
    },
    workingDirectory: folder,
    file: null,
  });
  return { ...read, licenses: { ...read.licenses, ...(await writeSampleLicense(folder, systemClock.now() / 1000)) } };
}

/** The forbidden messages in a line of the log: an unexpected error, or a statement that the database rejected. */
function failureIn(line: string): string[] {
  const { level, err, msg } = JSON.parse(line) as {
    level: number;
    err?: { code?: unknown; stack?: string };
    msg: string;
  };
  const isOfDatabase = typeof err?.code === 'string' && /^[0-9A-Z]{5}$/.test(err.code);
  return err !== undefined && (level >= 50 || isOfDatabase) ? [`${msg}\n${err.stack ?? line}`] : [];
}

type FillOptions = Pick<Rampart, 'database' | 'graph'> & {
  configuration: Configuration;
  clock: typeof systemClock;
  log: ReturnType<typeof createLog>;
};

async function fill(platform: FillOptions): Promise<Map<string, string>> {
  const alerts = alertDependencies(platform);
  const lines = [...sampleInferences({ untilSeconds: platform.clock.now() / 1000, count: inferences })];
  await importLines(
    { ...alerts, ...localRequest },
    {
      input: Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
    },
  );
  await checkInSample(platform);
  await fillZone(platform);
  const { token } = await new OperatorTokens(platform).create({
    name: 'an analyst',
    role: 'analyst',
    tenantId: 'contoso',
  });
  const placeholderData = (await administer(platform.graph, placeholderQuery, {})) as {
    alerts: { nodes: { id: string; endpoint: { hostname: string } }[] };
    controllers: { nodes: { guid: string }[] };
  };
  return new Map([
    ['@admin@', adminToken],
    ['@analyst@', token],
    ['@key@', await createKey(platform.graph)],
    ['@alert@', placeholderData.alerts.nodes[0]?.id ?? ''],
    ['@hostname@', placeholderData.alerts.nodes[0]?.endpoint.hostname ?? ''],
    ['@guid@', placeholderData.controllers.nodes[0]?.guid ?? ''],
  ]);
}

const placeholderQuery = /* GraphQL */ `
  {
    alerts(first: 1) {
      nodes {
        id
        endpoint {
          hostname
        }
      }
    }
    controllers(first: 1) {
      nodes {
        guid
      }
    }
  }
`;

async function fillZone(platform: FillOptions): Promise<void> {
  const zones = createZoneService(platform);
  for (const [zone, daysAgo, names] of [
    ['com', 3, ['example', 'northwind', 'contoso']],
    ['com', 2, ['example', 'northwind', 'northw1nd']],
    ['net', 1, ['example', 'a', 'xn--bcher-kva']],
  ] as const) {
    const zoneFile = [
      `${zone}. 900 in soa ns. root. ${10 - daysAgo} 1800 900 604800 86400\n`,
      ...names.map((name) => `${name}.${zone}. 172800 in ns ns1.example.net.\n`),
    ].join('');
    const file = { open: () => Readable.from([Buffer.from(zoneFile)]), size: zoneFile.length };
    const at = new Date(platform.clock.now() - daysAgo * 86_400_000);
    await zones.importZone(requestContext(), { zone, file, at, allowLoss: true });
  }
}

const createAccount = /* GraphQL */ `
  mutation CreateAccount($account: RegisterAccountInput!, $key: GenerateApiKeyInput!) {
    registerAccount(input: $account) {
      username
    }
    approveAccount(input: { username: "an-account" }) {
      isFirst
    }
    setSubscription(input: { username: "an-account", tier: ENTERPRISE }) {
      account {
        id
      }
    }
    generateApiKey(input: $key) {
      key
    }
  }
`;

async function createKey(graph: Rampart['graph']): Promise<string> {
  const person = { username: 'an-account', password: 'a password of an account' };
  const created = (await administer(graph, createAccount, {
    account: { ...person, email: 'an-account@feed.example' },
    key: { ...person, name: 'fuzzing' },
  })) as { generateApiKey: { key: string } }; // The format of the mutation.
  return created.generateApiKey.key;
}

/** The input with placeholders replaced by tokens and ids. */
export function insertKnownValues(input: Buffer, known: ReadonlyMap<string, string>): Buffer {
  if (!input.includes('@')) return input;
  let replaced = input.toString('latin1');
  for (const [placeholder, value] of known) replaced = replaced.replaceAll(placeholder, value);
  return Buffer.from(replaced, 'latin1');
}

const internals =
  /\bat (?:async )?\S+ \(?(?:file|node):|node_modules|\.js:\d+:\d+|PostgresError|\b(?:select|insert into|update) [\w."]+ (?:from|set|\()/;

/** Asserts that a response reveals no code locations or SQL. */
export function assertNoInternals(body: string): void {
  const match = internals.exec(body);
  assert.equal(match?.[0], undefined, `a response reveals internals: ${body.slice(0, 400)}`);
}
