import { createServer } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from './app.js';
import { listenFailure } from './listen-failure.js';

describe('a server that cannot listen', () => {
  test('reports the port in use and its setting', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number }; // A TCP server has an AddressInfo.
    await expect(listen(Fastify(), { host: '127.0.0.1', port, section: 'licenses' })).rejects.toThrow(
      `port ${port} of 127.0.0.1 is in use: stop the program that uses it, or set [licenses] port (RAMPART_LICENSES_PORT) to another one, 0 for a free one`,
    );
  });

  test('reports an address that the machine does not have', async () => {
    await expect(listen(Fastify(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
      'this machine does not have the address 192.0.2.1: set [server] host (RAMPART_SERVER_HOST) to one of its addresses',
    );
  });

  test.each([
    ['EACCES', 'this user is not permitted to listen on port 80 of ::1'],
    ['EAFNOSUPPORT', 'this machine does not have the address ::1'],
    ['EMFILE', 'cannot listen on port 80 of ::1 (too many open files; raise the limit (ulimit -n))'],
  ])('explains %s', (code, message) => {
    const error = Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
    expect(listenFailure(error, { host: '::1', port: 80 })).toContain(message);
  });
});
