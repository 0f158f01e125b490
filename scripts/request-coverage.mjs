// Lists the source files whose functions run during a request, measured with V8's precise coverage; each library is
// listed as one entry: npm run request-coverage. Measures the built server in this process, on the database of
// DATABASE_URL or an embedded one in a temporary directory.
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const dist = pathToFileURL(join(import.meta.dirname, '..', 'dist/')).href;
const load = (path) => import(new URL(path, dist).href);
const { startRampart } = await load('command-line/rampart.js');
const { systemClock } = await load('platform/clock.js');
const { loadConfiguration } = await load('platform/configuration/index.js');
const { silentLog: log } = await load('platform/log.js');
const { localRequest } = await load('platform/caller.js');
const { sampleInferences } = await load('command-line/demo/sample-inferences.js');
const { alertDependencies, importLines } = await load('subgraphs/alerts/index.js');
const { createZoneService } = await load('subgraphs/zones/index.js');

/** Directories that are listed as one entry, because changes of a domain do not affect them. */
const libraries = ['gateway/execution/', 'platform/database/', 'platform/graph/', 'platform/telemetry/'];
const adminToken = 'the-administrator-of-the-coverage';
/** Number of measured requests of each kind. A file is listed only if it runs in all of them, which excludes timers. */
const rounds = 5;
/** Milliseconds after a change until the server has received its notifications. */
const settleMs = 250;

const folder = mkdtempSync(join(tmpdir(), 'rampart-files-'));
const environment = {
  ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
  ...{ RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0', RAMPART_SERVER_DATA_DIR: folder },
  ...{ RAMPART_AUTH_ADMIN_TOKEN: adminToken, RAMPART_AUTH_ALERTS: 'open' },
};
const configuration = loadConfiguration({ environment, workingDirectory: folder, file: null });
const platform = { configuration, clock: systemClock, log };
const rampart = await startRampart(platform);
const url = rampart.addresses.find(({ name }) => name === 'rest').url;

const requests = {
  'GET /alerts': { prepare: changeAlert, send: () => send('/alerts?status=open') },
  'GET /api/v1/download': {
    send: () => send('/api/v1/download/com.zone?search=paypal&limit=1', { token: keyOfAccount }),
  },
};

async function send(path, { token, method = 'GET', body } = {}) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const post = (path, body, token) => send(path, { method: 'POST', body, token });

async function openAccount() {
  const credentials = { username: 'counted', password: 'correct horse battery' };
  await post('/auth/register', { ...credentials, email: 'counted@example.com' });
  const query = `mutation {
    approveAccount(input: { username: "counted" }) { isFirst }
    setSubscription(input: { username: "counted", tier: ENTERPRISE }) { account { id } }
  }`;
  await post('/graphql', { query }, adminToken);
  return (await post('/auth/api-keys/generate', { ...credentials, name: 'counted' })).key;
}

async function importZone() {
  const names = ['paypal-account', 'paypal-login', 'paypal'].map(
    (name) => `${name}.com. 3600 IN NS ns1.example.net.\n`,
  );
  const zone = `com. 3600 IN SOA ns. host. 1 1 1 1 1\n${names.join('')}`;
  const file = { open: () => Readable.from([Buffer.from(zone)]), size: zone.length };
  const service = createZoneService({ ...platform, database: rampart.database });
  await service.importZone(localRequest, { zone: 'com', file, allowLoss: true });
}

async function importAlerts() {
  const lines = [...sampleInferences({ untilSeconds: Date.now() / 1000, count: 200 })];
  const input = Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
  await importLines({ ...alertDependencies({ ...platform, database: rampart.database }), ...localRequest }, { input });
}

/** Afterwards, the stored response of the list is out of date. */
async function changeAlert(round) {
  const { alerts } = await send('/alerts?status=open');
  await send(`/alerts/${alerts[0].alert_id}`, { method: 'PATCH', body: { status: 'open', notes: `round ${round}` } });
}

let keyOfAccount;
try {
  await rampart.jobsStarted;
  await importAlerts();
  await importZone();
  keyOfAccount = await openAccount();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const counted = {};
  for (const [name, { prepare, send }] of Object.entries(requests)) {
    await send();
    const runs = [];
    for (let round = 1; round <= rounds; round++) {
      await prepare?.(round);
      await delay(settleMs);
      await session.post('Profiler.takePreciseCoverage');
      await send();
      runs.push(filesOf((await session.post('Profiler.takePreciseCoverage')).result));
    }
    counted[name] = [...runs.reduce((all, run) => all.intersection(run))].sort();
  }
  process.stdout.write(`${JSON.stringify(counted, null, 2)}\n`);
} finally {
  await rampart.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the files in which a function ran. */
function filesOf(scripts) {
  const ran = scripts.filter(
    ({ url, functions }) => url.startsWith(dist) && functions.some(({ ranges }) => ranges[0].count > 0),
  );
  return new Set(
    ran.map(({ url }) => {
      const path = url.slice(dist.length).replace(/\.js$/, '.ts');
      return libraries.find((library) => path.startsWith(library)) ?? path;
    }),
  );
}
