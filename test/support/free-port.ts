import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a port of this machine that is free now. Operating systems do not assign ports of this range to outgoing
 * connections and to servers that listen on port 0, so concurrent tests do not occupy it before its server starts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return (await isFree(port)) ? port : await freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
