import { afterAll, describe } from 'vitest';
import type { Client, ClientOptions, InstalledClient } from './client.js';
import { curlClient } from './curl-client.js';
import { powershellLikeClient } from './powershell-like-client.js';
import { requestsClient } from './requests-client.js';

const clients: readonly InstalledClient[] = [
  requestsClient,
  curlClient(),
  curlClient('--http1.0'),
  powershellLikeClient('utf8'),
  powershellLikeClient('utf16le'),
];

for (const missing of new Set(clients.flatMap((client) => client.missing ?? []))) {
  console.log(`${missing} is not installed: the tests of this client are skipped.`);
}

/**
 * Declares tests for each client; skipped if it is not installed.
 * @param declare gets the client, and a unique number to derive separate data from
 */
export function describeClients(
  options: ClientOptions,
  declare: (client: Pick<Client, 'send'>, number: number) => void,
): void {
  for (const [index, installed] of clients.entries()) {
    describe.skipIf(installed.missing !== undefined)(installed.name, () => {
      // Not started if it is skipped.
      let started: Client | undefined;
      const client: Pick<Client, 'send'> = {
        send(request) {
          started ??= installed.start(options);
          return started.send(request);
        },
      };
      afterAll(() => started?.close());
      declare(client, index + 1);
    });
  }
}
