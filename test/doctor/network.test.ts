import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assessClocks, clock } from '../../command-line/doctor/checks/clock.js';
import { collector } from '../../command-line/doctor/checks/collector.js';
import { documentSite } from '../../command-line/doctor/checks/document-site.js';
import { licensesPort, mainPort } from '../../command-line/doctor/checks/ports.js';
import { rdap } from '../../command-line/doctor/checks/rdap.js';
import { newApplicationCertificate } from '../drive/support/application-certificate.js';
import { DocumentSite, faultKinds, secret } from '../support/document-site/index.js';
import { folderForTest, listenForTest, resultOf, resultWith } from './support/examine.js';

describe('a collector of traces', () => {
  test('is optional', async () => {
    expect(await resultOf(collector, {})).toEqual(resultWith('ok', /^no collector is configured/));
  });

  test('accepts an export without spans, with the headers of the settings', async () => {
    const requests: unknown[] = [];
    const server = createHttpServer((request, response) => {
      const { url, headers } = request;
      requests.push([url, headers['content-type'], headers['x-key']]);
      response.statusCode = headers['x-key'] === 'a,b' ? 200 : 401;
      response.end('not for the report');
    });
    const endpoint = `http://127.0.0.1:${await listenForTest(server)}`;
    const environment = { RAMPART_TELEMETRY_OTLP_ENDPOINT: endpoint };
    const accepted = await resultOf(collector, { ...environment, RAMPART_TELEMETRY_OTLP_HEADERS: 'x-key=a%2Cb' });
    expect(accepted).toEqual(resultWith('ok', /\/v1\/traces accepts traces; \[telemetry\] sample_ratio is 1$/));
    expect(requests).toEqual([['/v1/traces', 'application/x-protobuf', 'a,b']]);
    const rejected = await resultOf(collector, environment);
    expect(rejected).toEqual(resultWith('failed', /returns HTTP status 401$/));
    expect(rejected.action).toBe('check [telemetry] otlp_headers');
  });

  test('fails the check if it cannot be reached', async () => {
    const environment = { RAMPART_TELEMETRY_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    expect(await resultOf(collector, environment)).toEqual(
      resultWith('failed', /^http:\/\/127\.0\.0\.1:1\/v1\/traces: /),
    );
  });
});

describe('a port', () => {
  test('is reported as free, in use by another program, or on an address that this machine does not have', async () => {
    const port = String(await listenForTest(createServer()));
    for (const [check, section] of [
      [mainPort, 'SERVER'],
      [licensesPort, 'LICENSES'],
    ] as const) {
      const resultInUse = await resultOf(check, { [`RAMPART_${section}_PORT`]: port });
      expect(resultInUse).toEqual(
        resultWith('failed', new RegExp(`^127\\.0\\.0\\.1:${port} is in use by another program$`)),
      );
      expect(resultInUse.action).toContain(`[${section.toLowerCase()}] port`);
      expect(await resultOf(check, { [`RAMPART_${section}_PORT`]: '0' })).toEqual(resultWith('ok', /any free port/));
      const environment = { [`RAMPART_${section}_HOST`]: '192.0.2.1', RAMPART_AUTH_ALERTS: 'token' };
      expect(await resultOf(check, environment)).toEqual(
        resultWith('failed', /^192\.0\.2\.1 is not an address of this/),
      );
    }
  });

  test('is free once the other program has stopped', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port); // A TCP server has an AddressInfo.
    server.close();
    await once(server, 'close');
    expect(await resultOf(mainPort, { RAMPART_SERVER_PORT: port })).toEqual(resultWith('ok', / is free$/));
  });

  test('on an address other than loopback fails if `[auth] alerts` is open', async () => {
    const open = await resultOf(mainPort, { RAMPART_SERVER_HOST: '0.0.0.0', RAMPART_SERVER_PORT: '0' });
    expect(open).toEqual(
      resultWith('failed', /alerts = open gives clients without a token access to the alerts of all tenants/),
    );
  });
});

describe('the document site', () => {
  async function startSite(): Promise<DocumentSite> {
    const site = await DocumentSite.start();
    onTestFinished(() => site.close());
    return site;
  }
  const notified = { RAMPART_DRIVE_NOTIFICATION_URL: 'https://rampart.example/drive/notifications' };

  test('is found with a token that has the permissions, and no subscription is created', async () => {
    const site = await startSite();
    expect(await resultOf(documentSite, { ...site.environment, ...notified })).toEqual(
      resultWith('ok', /^Security was found/),
    );
    expect(await resultOf(documentSite, site.environment)).toEqual(
      resultWith('warning', /changes are detected only by polling, by default every ten/),
    );
    expect(site.requests.map(({ step }) => step)).toEqual(['token', 'site', 'token', 'site']);
  });

  test('warns in the 30 days before the certificate of the application expires', async () => {
    const site = await startSite();
    const file = join(folderForTest(), 'app.pem');
    const { RAMPART_DRIVE_CLIENT_SECRET: _, ...others } = site.environment;
    const environment = { ...others, ...notified, RAMPART_DRIVE_CLIENT_CERTIFICATE_FILE: file };
    const expected = [
      [29.9, resultWith('warning', /the certificate of the application expires on \d{4}-\d{2}-\d{2}$/)],
      [30.1, resultWith('ok', /^Security was found/)],
    ] as const;
    for (const [days, result] of expected) {
      const applicationCertificate = await newApplicationCertificate(new Date(Date.now() + days * 86_400_000));
      site.certificate = applicationCertificate.certificate;
      writeFileSync(file, `${applicationCertificate.certificate}\n${applicationCertificate.key}`);
      expect(await resultOf(documentSite, environment)).toEqual(result);
    }
  });

  test('fails the check if permissions are missing, and names them', async () => {
    const site = await startSite();
    site.roles = ['Sites.Read.All'];
    expect(await resultOf(documentSite, site.environment)).toEqual(
      resultWith('failed', /lacks the permissions Sites\.Manage\.All, Files\.Read\.All$/),
    );
  });

  test('fails the check if the secret is wrong, which is redacted, or if the site is unknown or unavailable', async () => {
    const site = await startSite();
    const wrong = { ...site.environment, RAMPART_DRIVE_CLIENT_SECRET: 'wr0ng-s3cret' };
    const rejected = await resultOf(documentSite, wrong);
    expect(rejected).toEqual(
      resultWith('failed', /The identity provider issued no access token: invalid_client: AADSTS7000215/),
    );
    expect(JSON.stringify(rejected)).not.toMatch(new RegExp(`wr0ng-s3cret|${secret}`));
    const unknown = { ...site.environment, RAMPART_DRIVE_SITE_PATH: '/sites/other' };
    expect(await resultOf(documentSite, unknown)).toEqual(resultWith('failed', /Site lookup: .* 404 itemNotFound/));
    site.faults.respond({ on: 'site', times: 1, status: 503 });
    expect(await resultOf(documentSite, site.environment)).toEqual(resultWith('failed', /returned 503/));
    const unreachable = { ...site.environment, RAMPART_DRIVE_AUTH_URL: 'http://127.0.0.1:1' };
    expect(await resultOf(documentSite, unreachable)).toEqual(resultWith('failed', /refused/));
  });

  test('is optional if a directory is served', async () => {
    expect(await resultOf(documentSite, {})).toEqual(resultWith('skipped', /no document site is configured/));
    const RAMPART_DRIVE_FOLDER = folderForTest();
    expect(await resultOf(documentSite, { RAMPART_DRIVE_FOLDER })).toEqual(
      resultWith('ok', /is served as a document site/),
    );
    const siteAndFolder = { RAMPART_DRIVE_FOLDER, RAMPART_DRIVE_GRAPH_URL: 'http://127.0.0.1:1' };
    expect(await resultOf(documentSite, siteAndFolder)).toEqual(resultWith('failed', /both set/));
  });

  test('reports a wrong local clock by its Date header', async () => {
    const site = await startSite();
    expect(await resultOf(clock, site.environment)).toEqual(resultWith('ok', /agrees with the document site/));
    site.faults.add({ on: 'site', times: 1, ...faultKinds.otherClock(600) });
    expect(await resultOf(clock, site.environment)).toEqual(
      resultWith('failed', /^this machine's clock is (599|600) s behind that of the document site$/),
    );
  });
});

describe('the clock', () => {
  const ratingOf = (aheadMs: number, toleranceMs = 0) => assessClocks([{ name: 'it', aheadMs, toleranceMs }]);

  test.each([
    ['ok', 5000, 0, /agrees with it/],
    ['ok', -5900, 1000, /agrees with it/],
    ['warning', 5001, 0, /is 5 s behind that of it/],
    ['warning', -61_000, 1000, /is 61 s ahead of that of it/],
    ['failed', -60_001, 0, /is 60 s ahead of that of it/],
  ] as const)(
    'has the status %s with an offset of %d ms and an error of %d ms',
    (status, aheadMs, toleranceMs, message) => {
      expect(ratingOf(aheadMs, toleranceMs)).toEqual(resultWith(status, message));
    },
  );

  test('is assessed by the largest offset, and skipped without another clock', () => {
    const clocks = [
      { name: 'one', aheadMs: 10, toleranceMs: 0 },
      { name: 'other', aheadMs: -7000, toleranceMs: 0 },
    ];
    expect(assessClocks(clocks)).toEqual(resultWith('warning', /7 s ahead of that of other/));
    expect(assessClocks([])).toEqual(resultWith('skipped', /not compared/));
  });
});

describe('the RDAP bootstrap registry', () => {
  async function startPublisher(status: number, body: unknown): Promise<{ url: string; requests: () => number }> {
    let requests = 0;
    const port = await listenForTest(
      createHttpServer((_request, response) => {
        requests++;
        response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body));
      }),
    );
    return { url: `http://127.0.0.1:${port}/dns.json`, requests: () => requests };
  }
  const check = (url: string, options = {}) => resultOf(rdap, { RAMPART_ZONES_RDAP_BOOTSTRAP_URL: url }, options);

  test('is fetched from the configured URL, with the packaged copy as a fallback', async () => {
    const registry = { version: '1.0', services: [[['test', 'demo'], ['https://rdap.test/']]] };
    const working = await startPublisher(200, registry);
    expect(await check(working.url)).toEqual(resultWith('ok', /lists the servers of 2 top-level domains$/));
    expect(working.requests()).toBe(1);
    for (const [status, body] of [
      [500, registry],
      [200, { version: '2.0' }],
    ] as const) {
      const failing = await startPublisher(status, body);
      expect(await check(failing.url)).toEqual(
        resultWith('warning', /(status 500|not a bootstrap registry).*the packaged copy is used$/),
      );
    }
    expect(await check('http://127.0.0.1:1/dns.json')).toEqual(resultWith('warning', /the connection was refused/));
  });

  test('is not fetched from its default URL', async () => {
    expect(await resultOf(rdap, {})).toEqual(
      resultWith('ok', /the default URL .*data\.iana\.org.* is not checked; the packaged copy/),
    );
  });

  test('fails the check after a timeout', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    const port = await listenForTest(silent);
    expect((await check(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })).status).toMatch(/warning|failed/);
  });
});
