import 'reflect-metadata';
import { execFile, spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { temporaryFolder } from '../../support/running-server.js';
import { onFileEnd } from './folder-mirror.js';

const graphHost = 'graph.microsoft.com';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
export const hasRclone = spawnSync('rclone', ['version']).status === 0;
if (!hasRclone) console.log('rclone is not installed here (Debian: rclone): the tests with rclone are skipped.');

/**
 * rclone with its backend for OneDrive and SharePoint. The backend has a fixed address, so a proxy connects it with a
 * test server that has a certificate for that address and forwards requests to the mirror.
 */
export async function startRclone(mirror: { url: string; token: string; driveId: string }) {
  const { certificate, key } = await certificateFor(graphHost);
  const tls = createTlsServer({ cert: certificate, key }, (incoming, response) => {
    const { authorization } = incoming.headers;
    const forwarded = request(new URL(incoming.url ?? '', mirror.url), {
      method: incoming.method,
      headers: { authorization },
    });
    forwarded.on('response', (upstream) =>
      upstream.pipe(response.writeHead(upstream.statusCode ?? 500, upstream.headers)),
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  const tlsPort = await listen(tls);
  const proxy = createServer().on('connect', (incoming, socket) => {
    if (incoming.url !== `${graphHost}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const site = connect(tlsPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(site).pipe(socket);
    });
    socket.on('error', () => site.destroy());
    return site.on('error', () => socket.destroy());
  });
  const proxyPort = await listen(proxy);
  const folder = temporaryFolder();
  const [settings, ca] = [join(folder.path, 'rclone.conf'), join(folder.path, 'ca.pem')];
  writeFileSync(ca, certificate);
  const token = JSON.stringify({ access_token: mirror.token, token_type: 'Bearer', expiry: '2099-01-01T00:00:00Z' });
  const options = { type: 'onedrive', drive_type: 'documentLibrary', drive_id: mirror.driveId, token };
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(settings, ['[mirror]', ...lines, ''].join('\n'));
  onFileEnd(() => {
    tls.closeAllConnections();
    tls.close();
    proxy.close();
    folder.remove();
  });
  return {
    /** Runs a command; the remote is `mirror:`. Fails if the command does. */
    async run(...args: string[]): Promise<string> {
      const common = ['--config', settings, '--ca-cert', ca, '--retries', '1', '--low-level-retries', '1'];
      const env = { PATH: process.env.PATH ?? '', HOME: folder.path, HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` };
      const { stdout, stderr } = await promisify(execFile)('rclone', [...common, ...args], { env });
      return stdout + stderr;
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // The server listens on a port.
}

async function certificateFor(host: string): Promise<{ certificate: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    keys,
    signingAlgorithm: algorithm,
    name: `CN=${host}`,
    notAfter: new Date('2049-01-01T00:00:00Z'),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${key.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`;
  return { certificate: certificate.toString('pem'), key: pem };
}
