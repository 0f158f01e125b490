import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog as log } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { allControllerFields, createLicenseService, type LicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, guidOf, LicenseFolder } from '../licenses/support/license-world.js';
import { validate } from '../rest/support/open-api-validator.js';
import { testConfiguration } from '../support/index.js';
import { adminToken, type EventDeployment, openEventDeployment, type Replica } from './support/event-deployment.js';
import { Listener } from './support/listen.js';
import { type Subscriber, subscribeOverEvents } from './support/subscribe.js';

const files = new LicenseFolder();
let deployment: EventDeployment;
let server: Replica;
/** Another process on the same database. */
let licenses: LicenseService;

beforeAll(async () => {
  deployment = await openEventDeployment();
  files.write('public.pem', files.keys.publicKey);
  files.write('blacklist.txt', '');
  files.write('departments.json', '[]');
  const hourMs = 3_600_000;
  await files.license({
    cap: 10,
    issuedAt: new Date(Date.now() - hourMs),
    expiresAt: new Date(Date.now() + 20 * hourMs),
  });
  const settings = { ...files.settings(), RAMPART_LICENSES_CURRENT_VERSION: '5.0' };
  server = await deployment.replica({ ...settings, RAMPART_AUTH_ALERTS: 'token' });
  const { database } = deployment.test;
  licenses = createLicenseService({ configuration: testConfiguration(settings), database, clock: systemClock, log });
});
afterAll(async () => {
  await deployment.close();
  files.remove();
});

const openApi = JSON.parse(readFileSync(join(projectRoot, 'schema', 'openapi.json'), 'utf8'));

const register = (number: number) => checkIn(licenses, { guid: guidOf(number), hostname: `plc-${number}` });
const release = (number: number) =>
  licenses.releaseController(localRequest, { guid: guidOf(number), fields: allControllerFields });
const subscribe = (query: string): Subscriber => subscribeOverEvents(server.url, { query, token: adminToken });
const dataOf = ({ responses }: Subscriber, field: string) => responses.map(({ data }) => data[field]);

test('changes of seats and documents, and warnings, are sent to subscribers and event streams', async () => {
  const changed = subscribe('subscription { licenseChanged { state source cap seatsUsed } }');
  const raised = subscribe(
    'subscription { licenseWarningRaised { kind subject threshold controller { lastHostname } } }',
  );
  const listener = await Listener.open(`${server.url}/events?types=license-changes,license-warnings`, {
    token: adminToken,
  });
  // Subscriptions do not send earlier events.
  let last = 0;
  await expect
    .poll(
      async () => {
        await register(++last % 7);
        await release(last % 7);
        return changed.failure ?? changed.responses.length;
      },
      { timeout: 60_000, interval: 50 },
    )
    .not.toBe(0);
  await register(8);
  const { version } = await licenses.readDocument(localRequest, 'license');
  const license = files.read('license.jws');
  await licenses.replaceDocument(localRequest, { kind: 'license', text: license, version });
  await expect
    .poll(() => dataOf(changed, 'licenseChanged').at(-1))
    .toEqual({ state: 'VALID', source: 'DATABASE', cap: 10, seatsUsed: 1 });
  const warn = async () => {
    await deployment.test.database.sql`truncate licenses.warning`;
    await licenses.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({});
    return raised.failure ?? dataOf(raised, 'licenseWarningRaised');
  };
  await expect
    .poll(warn, { timeout: 60_000, interval: 100 })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'LICENSE_EXPIRING', threshold: 1 }),
        { kind: 'VERSION_OUTDATED', subject: '4.1.0', threshold: null, controller: null },
      ]),
    );
  await listener.waitFor(() => listener.messagesOf('license-warnings').length >= 2);
  const changes = listener.messagesOf('license-changes').map(({ data }) => data);
  expect(changes).toContainEqual(expect.objectContaining({ change: 'removed', guid: guidOf(1), hostname: 'plc-1' }));
  expect(changes.slice(-2)).toMatchObject([
    { change: 'registered', guid: guidOf(8), department: null },
    { change: 'replaced', document: 'license' },
  ]);
  for (const { event, data } of listener.messages) {
    const name = `${event.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;
    const schema = openApi.components.schemas[name];
    expect([event, data, validate({ openApi, schema, value: data })]).toEqual([event, data, []]);
  }
});

test.each(['licenseChanged { state }', 'licenseWarningRaised { kind }'])(
  'analysts of one tenant cannot subscribe to %s',
  async (field) => {
    const token = await deployment.token({ role: 'analyst', tenantId: 'acme' });
    const rejected = subscribeOverEvents(server.url, { query: `subscription { ${field} }`, token });
    await expect
      .poll(() => JSON.stringify(rejected.failure ?? rejected.responses) + String(rejected.failure))
      .toMatch(/403|FORBIDDEN/);
  },
);
