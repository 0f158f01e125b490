import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type CertificateAndKey,
  type CertificateSource,
  openCertificateSource,
  type ServiceListener,
  selfSignedCertificateFiles,
} from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { type Served, serve } from './support/serve.js';
import { sendTls } from './support/tls-request.js';

async function createCertificate(tls = 'auto'): Promise<{ source: CertificateSource | undefined; pem: () => string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'listener-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = { dataDir, publicUrl: '' };
  const options = { name: 'licenses', host: '127.0.0.1', tls, server, clock: systemClock, log: silentLog };
  const source = await openCertificateSource(options);
  return { source, pem: () => readFileSync(selfSignedCertificateFiles('licenses', server).certificateFile, 'utf8') };
}

/** A service with routes that return the client's address, accept a change, and fail. */
function createService(options: Partial<ServiceListener> = {}): ServiceListener {
  return {
    name: 'licenses',
    host: '127.0.0.1',
    port: 0,
    certificate: undefined,
    errorBody: (message) => ({ message }),
    register(app) {
      app.get('/address', ({ ip }) => ({ ip }));
      app.post('/change', () => ({ changed: true }));
      app.get('/broken', () => {
        throw new Error('the secret reason');
      });
    },
    ...options,
  };
}

async function serveListener(options: Partial<ServiceListener> & { environment?: Record<string, string> } = {}) {
  const { environment = {}, ...listener } = options;
  const server = await serve({ serviceListeners: [createService(listener)], environment });
  return { server, url: urlOf(server) };
}

function urlOf({ serviceUrls }: Served): string {
  return serviceUrls.get('licenses') ?? '';
}

describe('a service with a separate listener', () => {
  test('serves HTTPS with the certificate on disk, which clients can trust explicitly', async () => {
    const { source, pem } = await createCertificate();
    const { url } = await serveListener({ certificate: source });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const host of ['127.0.0.1', 'localhost']) {
      const response = await sendTls(`${url.replace('127.0.0.1', host)}/address`, { trusted: pem() });
      expect([response.status, response.body]).toEqual([200, '{"ip":"127.0.0.1"}']);
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    const untrusted = await createCertificate();
    await expect(sendTls(`${url}/address`, { trusted: untrusted.pem() })).rejects.toThrow(/self-signed/);
  });

  test('serves HTTP without a certificate', async () => {
    const { url } = await serveListener();
    expect(url).toMatch(/^http:/);
    const response = await fetch(`${url}/address`);
    expect([response.status, response.headers.get('strict-transport-security')]).toEqual([200, null]);
  });

  test('rejects HTTP on an HTTPS port, and old versions of TLS', async () => {
    const { source } = await createCertificate();
    const { url } = await serveListener({ certificate: source });
    await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow();
    const { port } = new URL(url);
    const failed = await new Promise<Error>((resolve, reject) => {
      const oldTls = { minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.1' as const, ciphers: 'ALL@SECLEVEL=0' };
      const socket = connect({ ...oldTls, host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
      socket.once('secureConnect', () => reject(new Error('it agreed')));
      socket.once('error', resolve);
    });
    expect(failed.message).toMatch(/protocol version/);
  });

  async function negotiateCipher(ciphers: string, certificateSource: CertificateSource | undefined): Promise<string> {
    const { url } = await serveListener({ certificate: certificateSource });
    const { port } = new URL(url);
    const client = { maxVersion: 'TLSv1.2' as const, ciphers: `${ciphers}:@SECLEVEL=0` };
    const socket = connect({ ...client, host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    return await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(socket.getCipher().standardName));
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
    });
  }

  test.each([
    ['CBC with SHA-1', 'ECDHE-ECDSA-AES256-SHA'],
    ['CBC with SHA-256', 'ECDHE-ECDSA-AES128-SHA256'],
    ['no elliptic curve, and CBC', 'AES128-SHA256:DHE-RSA-AES256-SHA256'],
  ])('negotiates no cipher suite with %s', async (_, ciphers) => {
    const { source } = await createCertificate();
    expect(await negotiateCipher(ciphers, source)).toMatch(/HANDSHAKE_FAILURE$/);
  });

  test('negotiates the strongest shared cipher suite in TLS 1.2, regardless of client order', async () => {
    const { source } = await createCertificate();
    const suites = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384';
    expect(await negotiateCipher(suites, source)).toBe('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384');
  });

  test.each([
    ['none', undefined],
    ['http/1.0', ['http/1.0']],
    ['http/1.1', ['http/1.1']],
    ['h2 and http/1.1', ['h2', 'http/1.1']],
    ['unsupported protocols only', ['h2', 'spdy/3', 'x'.repeat(255)]],
  ])('serves a client with ALPN: %s', async (_, ALPNProtocols) => {
    const { source, pem } = await createCertificate();
    const { url } = await serveListener({ certificate: source });
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca: pem(), ALPNProtocols });
    onTestFinished(() => void socket.destroy());
    socket.write('GET /address HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{"ip":"127\.0\.0\.1"\}$/);
  });

  test('uses a new certificate within a minute, without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [first, second] = [await createCertificate(), await createCertificate()];
    let current = first.source?.current;
    const source = {
      get current() {
        return current as CertificateAndKey; // Both certificates were created above.
      },
      async refresh() {
        current = second.source?.current;
        return true;
      },
    };
    const { url } = await serveListener({ certificate: source });
    expect((await sendTls(`${url}/address`, { trusted: first.pem() })).status).toBe(200);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await sendTls(`${url}/address`, { trusted: second.pem() })).status).toBe(200);
    await expect(sendTls(`${url}/address`, { trusted: first.pem() })).rejects.toThrow(/self-signed/);
  });

  test('serves only its own routes, and no other listener serves them', async () => {
    const { server, url } = await serveListener();
    for (const path of ['/graphql', '/health/live', '/metrics', '/', '/openapi.json']) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
      expect(response.headers.get('content-type')).toBe('application/json');
    }
    expect((await server.fetch('/address')).status).toBe(404);
  });

  test.each([
    ['DELETE', '/address', 'GET, HEAD'],
    ['OPTIONS', '/change', 'POST'],
    ['GET', '/change', 'POST'],
  ])('responds to %s %s with 405 and the allowed methods', async (method, path, allowed) => {
    const { url } = await serveListener();
    const response = await fetch(`${url}${path}`, { method });
    expect([response.status, await response.json(), response.headers.get('allow')]).toEqual([
      405,
      { message: 'Method Not Allowed' },
      allowed,
    ]);
  });

  test.each(['application/json', 'text/xml', 'multipart/form-data', 'nonsense'])(
    'ignores the body of %s for an unknown route',
    async (type) => {
      const { server, url } = await serveListener();
      for (const baseUrl of [url, server.url]) {
        const headers = { 'content-type': type };
        expect((await sendTls(`${baseUrl}/nothing`, { method: 'POST', headers, body: '{' })).status).toBe(404);
      }
    },
  );

  test('masks errors in its own format', async () => {
    const { server, url } = await serveListener();
    const response = await fetch(`${url}/broken`);
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal server error' }]);
    expect(JSON.stringify(server.logged)).toContain('the secret reason');
  });

  test('has the headers, metrics and limits of every listener', async () => {
    const { server, url } = await serveListener();
    const { headers } = await fetch(`${url}/address`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await server.fetch('/metrics')).text()).toContain(
      'rampart_http_request_duration_seconds_count{method="GET",route="/address",status="200"} 1',
    );
    const large = { 'x-large': 'x'.repeat(17_000) };
    expect((await sendTls(`${url}/address`, { headers: large })).status).toBe(431);
  });
});

describe('requests of the listener', () => {
  test('are accepted with any Host header', async () => {
    const { url } = await serveListener();
    for (const host of ['controllers.example', 'controllers.example:8900', '10.1.2.3']) {
      expect((await sendTls(`${url}/address`, { headers: { host } })).status).toBe(200);
    }
  });

  test.each([
    ['a program', {}, 200],
    ['a program with fetch', { 'sec-fetch-mode': 'cors' }, 200],
    ['a page of another site', { origin: 'https://elsewhere.example' }, 403],
    [
      'a page whose hostname resolves to this server',
      { origin: 'http://rebound.example', host: 'rebound.example' },
      403,
    ],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('may change data if a program sends them, but not if a page does: %s', async (_, headers, status) => {
    const { url } = await serveListener();
    const response = await sendTls(`${url}/change`, { method: 'POST', headers: { 'content-length': '0', ...headers } });
    expect(response.status).toBe(status);
    if (status === 403) expect(JSON.parse(response.body)).toEqual({ message: expect.any(String) });
  });

  test('have the address of the connection, or a forwarded one from a trusted proxy', async () => {
    const { source } = await createCertificate();
    const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.8', 'x-real-ip': '198.51.100.9' };
    const direct = await serveListener({ certificate: source });
    const proxied = await serveListener({
      certificate: source,
      environment: { RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.0/8', RAMPART_AUTH_ALERTS: 'open open' },
    });
    expect((await sendTls(`${direct.url}/address`, { headers })).body).toBe('{"ip":"127.0.0.1"}');
    expect((await sendTls(`${proxied.url}/address`, { headers })).body).toBe('{"ip":"198.51.100.7"}');
  });
});

describe('start and stop:', () => {
  test('the start fails without listening if the port is in use', async () => {
    const occupyingServer = createServer();
    await new Promise<void>((resolve) => occupyingServer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void occupyingServer.close());
    const { port } = occupyingServer.address() as { port: number }; // A TCP server has an AddressInfo.
    const main = createServer();
    await new Promise<void>((resolve) => main.listen(0, '127.0.0.1', resolve));
    const { port: mainPort } = main.address() as { port: number };
    await new Promise((resolve) => main.close(resolve));
    const environment = { RAMPART_SERVER_PORT: String(mainPort) };
    await expect(serve({ serviceListeners: [createService({ port })], environment })).rejects.toThrow(
      /is in use: stop the program that uses it/,
    );
    await expect(fetch(`http://127.0.0.1:${mainPort}/health/live`)).rejects.toThrow();
  });

  test('a running request completes before the listener closes', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { server, url } = await serveListener({
      register(app) {
        app.get('/slow', async () => {
          started.resolve();
          await finish.promise;
          return { done: true };
        });
      },
    });
    const pending = sendTls(`${url}/slow`);
    await started.promise;
    const closed = server.close();
    finish.resolve();
    expect((await pending).body).toBe('{"done":true}');
    await closed;
    await expect(sendTls(`${url}/slow`)).rejects.toThrow(/ECONNREFUSED/);
  });
});
