import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { remoteDownloads } from './remote-downloads.js';

const metadata = { name: 'a.txt', mimeType: null, size: 10, entityTag: '"a"', modifiedAt: null };

/** Opens a download from a process that sends the metadata, and then responds with `sendBytes`. */
async function openDownload(sendBytes: RequestListener, stallTimeoutMs?: number) {
  let requests = 0;
  const server = createServer((request, response) => {
    if (++requests === 1) response.end(JSON.stringify(metadata));
    else sendBytes(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const sign = () => ({});
  const downloads = remoteDownloads({ name: 'drive', url: `http://127.0.0.1:${port}`, sign, stallTimeoutMs });
  onTestFinished(async () => {
    await downloads.close();
    server.close();
    server.closeAllConnections();
  });
  const download = await downloads.open('ticket');
  if (download === undefined) throw new Error('the download exists');
  return download;
}

test('a download fails if the process stops sending bytes', async () => {
  const { read } = await openDownload((_, response) => void response.write('first'), 100);
  const content = read().resume();
  await expect(once(content, 'end')).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
});

test('a client that disconnects ends the request to a process that does not respond', async () => {
  const requested = Promise.withResolvers<Socket>();
  const { read } = await openDownload(({ socket }) => requested.resolve(socket));
  const content = read().resume();
  const socket = await requested.promise;
  const closed = once(socket, 'close');
  content.destroy();
  await closed;
});
