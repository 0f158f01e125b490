import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '../../platform/database/connection.js';
import { primaryLocatorOf } from '../../platform/database/primary.js';
import { freePort } from '../support/free-port.js';
import { openDatabaseForTest } from '../support/index.js';

test('a statement sent directly after a connection error is executed before it is reported as complete', async () => {
  const { database } = await openDatabaseForTest();
  const sql = openPool(database.connection, { max: 1 });
  onTestFinished(() => sql.end({ timeout: 0 }));
  const connects = vi.spyOn(Socket.prototype, 'connect');
  onTestFinished(() => connects.mockRestore());
  await sql`create table numbers (number int)`;
  const socket = connects.mock.contexts.at(-1) as Socket; // Spied on the prototype of sockets.
  const insert = new Promise<number>((resolve, reject) => {
    socket.once('error', () => {
      sql`insert into numbers values (1)`.then(({ count }) => resolve(count), reject);
    });
  });
  socket.destroy(Object.assign(new Error('reset by the server'), { code: 'ECONNRESET' }));
  expect(await insert).toBe(1);
  // The response to one statement is not returned for another one.
  expect([...(await sql`select number from numbers`)]).toEqual([{ number: 1 }]);
});

test.each([
  ['ECONNREFUSED', { url: 'postgres://u:p@127.0.0.1:1/d' }],
  ['ENOENT', { url: 'postgres://u:p@localhost/d?host=/no/such/folder' }],
  [
    'ENOENT',
    { ...{ host: '/no/such/folder', port: 5432, ssl: false as const }, user: 'u', password: 'p', database: 'd' },
  ],
])(
  'a statement fails with %s if nothing listens, and the next one tries to connect again: %j',
  async (code, connection) => {
    const sql = openPool(connection, { max: 1 });
    for (let attempt = 0; attempt < 2; attempt++) await expect(sql`select 1`).rejects.toMatchObject({ code });
    await sql.end({ timeout: 0 });
  },
);

test('each socket of a single server fails with a separate error, with the reason of the last check', async () => {
  const port = await freePort();
  const primary = primaryLocatorOf(`postgres://u:p@127.0.0.1:${port}/d`);
  onTestFinished(() => primary?.close());
  const failure = async (): Promise<unknown> => {
    const socket = await primary?.socket();
    return await new Promise((resolve) => socket?.once('error', resolve));
  };
  const refused = await Promise.all([failure(), failure()]);
  expect(refused).toMatchObject([{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }]);
  expect(refused[0]).not.toBe(refused[1]);
  const fields = Buffer.from('SFATAL\0C28P01\0Mwrong password\0\0');
  const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
  const server = createServer((client) => {
    client.on('error', () => {}).once('data', () => client.end(Buffer.concat([head, fields])));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  expect(await failure()).toMatchObject({ code: '28P01', message: 'wrong password' });
  await expect(primary?.url()).rejects.toMatchObject({ code: '28P01' });
});
