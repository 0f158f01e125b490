import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { controllerIdentification } from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { testConfiguration } from '../support/index.js';
import { type Authority, createAuthority } from './support/client-certificates.js';
import { guidOf, type LicensesServer, listPath, report, startLicensesServer } from './support/licenses-server.js';

const secret = 'the-enrolment-secret-of-these-tests';
const formerSecret = 'the-enrolment-secret-of-last-year-too';
const server = await startLicensesServer();
type Guarded = Pick<LicensesServer, 'send' | 'check' | 'url' | 'mainUrl'>;
let authority: Authority;
let otherAuthority: Authority;
let byCertificate: Guarded;
let bySecret: Guarded;

beforeAll(async () => {
  [authority, otherAuthority] = await Promise.all([createAuthority('Controllers'), createAuthority('Controllers')]);
  server.files.write('client-ca.pem', authority.certificate);
  byCertificate = await server.startAnother({
    environment: {
      RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate',
      RAMPART_LICENSES_CLIENT_CA_FILE: server.files.path('client-ca.pem'),
    },
  });
  bySecret = await server.startAnother({
    environment: {
      RAMPART_LICENSES_CONTROLLER_AUTH: 'secret',
      RAMPART_LICENSES_ENROLMENT_SECRET: `${secret},${formerSecret}`,
    },
  });
});
beforeEach(() => server.reset());

async function eventsOf({ mainUrl }: Guarded, event: string): Promise<number> {
  const metrics = await (await fetch(`${mainUrl}/metrics`)).text();
  return Number(new RegExp(`^rampart_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

const rejected = (status: number, message: string) => ({ status, json: { message } });

test('controllers are not authenticated by default', async () => {
  expect(await server.check(report())).toMatchObject({ status: 200, json: { message: 'Valid License' } });
});

describe('with client certificates', () => {
  const ownGuid = guidOf(1);

  test.each([
    ['common name', { commonName: ownGuid.toUpperCase() }],
    ['alternative DNS name', { alternativeNames: [{ type: 'dns', value: ownGuid }] }],
    ['alternative URI', { alternativeNames: [{ type: 'url', value: `urn:uuid:${ownGuid}` }] }],
  ] as const)('a controller checks in with its GUID in the %s', async (_, terms) => {
    const client = await authority.issue(terms);
    expect(await byCertificate.check(report(), { client })).toMatchObject({ status: 200 });
    expect((await byCertificate.send(listPath, { client })).json.active_controllers).toMatchObject([{ guid: ownGuid }]);
  });

  test.each([
    ['no certificate', async () => undefined, 'A client certificate is required'],
    [
      'a certificate of another authority with the same name',
      () => otherAuthority.issue({ commonName: ownGuid }),
      'The client certificate is not trusted',
    ],
    [
      'an expired certificate',
      () => authority.issue({ commonName: ownGuid, days: -1 }),
      'The client certificate has expired',
    ],
    [
      'a server certificate',
      () => authority.issue({ commonName: ownGuid, usage: 'serverAuth' }),
      'The client certificate is not trusted',
    ],
  ])('a client with %s is rejected without a registration', async (_, issue, message) => {
    const client = await issue();
    const before = await eventsOf(byCertificate, 'check_in_not_authenticated');
    const request = client === undefined ? {} : { client };
    expect(await byCertificate.check(report(), request)).toMatchObject(rejected(403, message));
    expect(await byCertificate.send(listPath, request)).toMatchObject(rejected(403, message));
    expect(await server.list()).toEqual([]);
    expect(await eventsOf(byCertificate, 'check_in_not_authenticated')).toBe(before + 2);
  });

  test.each([
    ['another GUID', { commonName: guidOf(2) }],
    ['no GUID', { commonName: 'controller-1' }],
    ['a GUID within a longer name', { alternativeNames: [{ type: 'dns', value: `x, DNS:${ownGuid}, y` }] }],
  ] as const)('a controller with %s in its certificate is rejected', async (_, terms) => {
    const client = await authority.issue(terms);
    const before = await eventsOf(byCertificate, 'check_in_of_another_controller');
    const response = await byCertificate.check(report(), { client });
    expect(response).toMatchObject(rejected(403, 'The client certificate does not belong to the controller'));
    expect(await server.list()).toEqual([]);
    expect(await eventsOf(byCertificate, 'check_in_of_another_controller')).toBe(before + 1);
  });

  test('attacks are logged with details, each at most once a minute', async () => {
    const client = await authority.issue({ commonName: guidOf(7) });
    server.logged.length = 0;
    for (let attempt = 0; attempt < 3; attempt++) await byCertificate.check(report(), { client });
    expect(server.logged.filter(({ securityEvent }) => securityEvent !== undefined)).toMatchObject([
      {
        securityEvent: 'check_in_of_another_controller',
        guid: ownGuid,
        certificateGuids: guidOf(7),
        source: '127.0.0.1',
      },
    ]);
  });

  test('every request of a connection is authenticated, even in a resumed TLS session', async () => {
    const client = await authority.issue({ commonName: ownGuid });
    const agent = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 10, ...client });
    const send = (guid: string) =>
      new Promise<[number | undefined, boolean]>((resolve, reject) => {
        const options = { method: 'POST', agent, rejectUnauthorized: false };
        const sent = request(`${byCertificate.url}/api/check-license/`, options);
        sent.on('response', (response) => {
          text(response).then(() => resolve([response.statusCode, sent.reusedSocket]), reject);
        });
        sent.on('error', reject).end(JSON.stringify(report({ guid })));
      });
    expect(await send(ownGuid)).toEqual([200, false]);
    expect(await send(guidOf(2))).toEqual([403, true]);
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    // Another connection that resumes the TLS session of the first one.
    expect((await send(guidOf(2)))[0]).toBe(403);
    expect((await send(ownGuid))[0]).toBe(200);
    agent.destroy();
  });
});

test('a certificate that expires during a connection is rejected from then on', async () => {
  let now = Date.now();
  const settings = {
    RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate',
    RAMPART_LICENSES_CLIENT_CA_FILE: server.files.path('client-ca.pem'),
  };
  const identify = await controllerIdentification(testConfiguration(settings).licenses, { now: () => now });
  const { cert, key } = await authority.issue({ commonName: guidOf(1), usage: 'serverAuth' });
  const tls = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false };
  const listener = createServer(tls, (request, response) => {
    try {
      response.end(JSON.stringify(identify?.(request)));
    } catch (error) {
      response.end((error as Error).message);
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const agent = new Agent({ keepAlive: true, ...(await authority.issue({ commonName: guidOf(1), days: 1 })) });
  const sendRequest = async () => {
    const { port } = listener.address() as AddressInfo; // A TCP server has an AddressInfo.
    const sent = request({ port, host: '127.0.0.1', agent, rejectUnauthorized: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return [await text(response), sent.reusedSocket];
  };
  expect(await sendRequest()).toEqual([JSON.stringify({ kind: 'controller', guids: [guidOf(1)] }), false]);
  now += 2 * 86_400_000;
  expect(await sendRequest()).toEqual(['The client certificate has expired', true]);
  agent.destroy();
  listener.close();
});

describe('with an enrolment secret', () => {
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

  test.each([secret, formerSecret])('a controller checks in with any of the secrets: %s', async (value) => {
    expect(await bySecret.check(report(), bearer(value))).toMatchObject({ status: 200 });
    expect((await bySecret.send(listPath, bearer(value))).status).toBe(200);
  });

  test.each([
    ['no secret', {}, 'The enrolment secret is required'],
    ['a prefix of the secret', bearer(secret.slice(0, -1)), 'The enrolment secret is wrong'],
    ['another scheme', { headers: { authorization: `Basic ${secret}` } }, 'The enrolment secret is required'],
  ])('a client with %s is rejected without a registration', async (_, request, message) => {
    const before = await eventsOf(bySecret, 'check_in_not_authenticated');
    const response = await bySecret.check(report(), request);
    expect(response).toMatchObject(rejected(401, message));
    expect(response.headers['www-authenticate']).toBe('Bearer realm="rampart licenses"');
    expect(await bySecret.send(listPath, request)).toMatchObject(rejected(401, message));
    expect(await server.list()).toEqual([]);
    expect(await eventsOf(bySecret, 'check_in_not_authenticated')).toBe(before + 2);
    expect(JSON.stringify(server.logged)).not.toContain(secret);
  });
});

test.each([
  [{ RAMPART_LICENSES_CONTROLLER_AUTH: 'secret' }, /requires enrolment_secret/],
  [{ RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate' }, /requires client_ca_file/],
  [
    {
      ...{ RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate', RAMPART_LICENSES_TLS: 'off' },
      RAMPART_LICENSES_CLIENT_CA_FILE: '/dev/null',
    },
    /requires TLS on the listener itself/,
  ],
])('the start fails with %j', async (environment, message) => {
  const { licenses } = testConfiguration(environment);
  await expect(controllerIdentification(licenses, systemClock)).rejects.toThrow(message);
});

test('the start fails with a file without CA certificates', async () => {
  server.files.write('empty.pem', 'nothing');
  const environment = {
    RAMPART_LICENSES_CONTROLLER_AUTH: 'certificate',
    RAMPART_LICENSES_CLIENT_CA_FILE: server.files.path('empty.pem'),
  };
  await expect(server.startAnother({ environment })).rejects.toThrow(
    /client_ca_file: .*empty\.pem contains no PEM certificate/,
  );
});
