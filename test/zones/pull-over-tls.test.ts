import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { newCertificate } from '../rdap/support/certificates.js';
import { freePort } from '../support/free-port.js';
import { activePairs, dayMs, describeImportWorld, zoneText } from './support/import-world.js';
import { bind, nameServers, startNameServer, transferKey } from './support/name-server.js';
import { pullService, temporaryFolder } from './support/pull-world.js';

const world = describeImportWorld();
const delegations = ['one ns1.host.', 'two ns1.host. ns2.host.'];
const expected = ['one ns1.host.', 'two ns1.host.', 'two ns2.host.'];

function servedZone(names: readonly string[], serial: number): string {
  return `${zoneText('secure', names, serial)}secure.\t3600\tin\tns\tns1.host.\n`;
}

function pinOf(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return hash('sha256', key, 'base64');
}

/** Pulls a zone from a source, and returns the outcome, or the failure. */
async function pullZone(zone: string, source: string, caFile = ''): Promise<string> {
  world.clock.milliseconds += dayMs;
  const service = pullService(world, {
    RAMPART_ZONES_SOURCES: `${zone}=${source}`,
    RAMPART_ZONES_TSIG_KEYS: `hmac-sha256:${transferKey.name}:${transferKey.secret}`,
    RAMPART_ZONES_TRANSFER_CA_FILE: caFile,
  });
  const [report] = await service.pullZones(localRequest, {});
  return report?.error ?? report?.outcome ?? '';
}

test.skipIf(!nameServers.includes(bind))(
  'a zone is transferred over TLS from BIND if the server proves its name or key',
  async () => {
    const folder = temporaryFolder();
    const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const { cert, key } = await newCertificate(['127.0.0.1']);
    writeFileSync(certificateFile, cert);
    writeFileSync(keyFile, key);
    const tls = { port: await freePort(), certificateFile, keyFile };
    const { load } = await startNameServer(
      bind,
      { name: 'secure', algorithm: 'hmac-sha256', tls },
      servedZone(delegations, 1),
    );
    const address = (host: string, pin = '') => `axfr+tls://${transferKey.name}@${host}:${tls.port}${pin}`;
    expect(await pullZone('secure', address('127.0.0.1'))).toMatch(/self-signed certificate/);
    const { cert: other } = await newCertificate(['127.0.0.1']);
    expect(await pullZone('secure', address('127.0.0.1', `?pin=${pinOf(other)}`))).toBe(
      `the public key of the server has the pin ${pinOf(cert)}, not the configured pin ${pinOf(other)}; if the operator of the server has replaced its key, update the pin in [zones] sources`,
    );
    expect(await pullZone('secure', address('localhost'), certificateFile)).toMatch(
      /does not match certificate's altnames/,
    );
    expect(await activePairs(world.test.database, 'secure')).toEqual([]);

    expect(await pullZone('secure', address('127.0.0.1'), certificateFile)).toBe('imported');
    expect(await activePairs(world.test.database, 'secure')).toEqual(expected);
    await load(servedZone([...delegations, 'zwo ns1.host.'], 2), 2);
    expect(await pullZone('secure', address('localhost', `?pin=${pinOf(cert)}`))).toBe('imported');
    expect(await activePairs(world.test.database, 'secure')).toEqual([...expected, 'zwo ns1.host.']);
  },
);

test('nothing is sent to a server that does not prove its key or does not offer the protocol', async () => {
  const { cert, key } = await newCertificate(['127.0.0.1']);
  const received: Buffer[] = [];
  const server = createServer({ cert, key }, (socket) => {
    socket.on('data', (bytes: Buffer) => received.push(bytes)).on('error', () => {});
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on a port.
  const source = `axfr+tls://127.0.0.1:${port}`;
  expect(await pullZone('silent', `${source}?pin=${pinOf(cert)}`)).toBe(
    'the server does not offer transfers over TLS (ALPN dot, RFC 9103)',
  );
  expect(await pullZone('silent', source)).toMatch(/self-signed certificate/);
  expect(received).toEqual([]);
});
