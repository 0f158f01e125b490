import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localRequest } from '../../../platform/caller.js';
import { systemClock } from '../../../platform/clock.js';
import { silentLog } from '../../../platform/log.js';
import { createDriveService } from '../../../subgraphs/drive/index.js';
import { DocumentSite } from '../../support/document-site/index.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';
import { assertNoInternals, type FuzzedServer, insertKnownValues, startFuzzedServer } from '../server/fuzzed-server.js';

const clientState = 'the-client-state-of-a-fuzzed-server';

/**
 * The receiver of a connected document site: tokens are echoed as text, and notifications without the secret of the
 * subscription have no effect.
 */
export const notifications: Target = {
  name: 'notifications',
  maxBytes: 16_384,
  batchSize: 1,
  isDeterministic: false,
  maxMs: 10_000,
  dictionary: [
    ...[
      'validationToken=',
      '%3Cscript%3E',
      '%00',
      '%',
      '+',
      '&',
      '\n',
      '{"value":[',
      ']}',
      '"subscriptionId":',
      '"clientState":',
      '@id@',
    ],
    ...[
      '"lifecycleEvent":"missed"',
      '"lifecycleEvent":"subscriptionRemoved"',
      '"reauthorizationRequired"',
      'null',
      '[]',
      '{}',
      clientState,
    ],
    ...['__proto__', '"\\u0000"', '"\\ud800"', '\u{feff}', '1e999', ',', '"resource":"x"', '"changeType":"updated"'],
  ],
  async open(environment) {
    const site = await DocumentSite.start();
    const relay = await startRelay();
    const settings = {
      ...site.environment,
      RAMPART_DRIVE_CLIENT_STATE: clientState,
      RAMPART_DRIVE_NOTIFICATION_URL: relay.url,
    };
    const server = await startFuzzedServer(environment, settings);
    await connectSite(server);
    return {
      generate,
      run: (input) =>
        notify(insertKnownValues(input, new Map([['@id@', [...site.subscriptions.keys()][0] ?? '']])), server),
      checkUp: () => server.assertHealthy(),
      async close() {
        await server.close();
        await site.close();
        relay.close();
      },
    };
  },
};

/**
 * Starts a server that answers the site's handshake instead of the fuzzed one, whose URL is unknown when its settings
 * are made.
 */
async function startRelay(): Promise<{ url: string; close: () => void }> {
  const relay = createServer((request, response) => {
    const token = new URL(request.url ?? '/', 'http://relay').searchParams.get('validationToken');
    response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo; // A TCP server has an AddressInfo.
  return { url: `http://127.0.0.1:${port}/drive/notifications`, close: () => relay.close() };
}

async function connectSite({ configuration, rampart }: FuzzedServer): Promise<void> {
  const log = silentLog;
  const service = createDriveService({ configuration, database: rampart.database, clock: systemClock, log });
  try {
    await service.connectDrive(localRequest);
  } finally {
    await service.close();
  }
}

/** The first line is the query string, the rest the body. */
async function notify(input: Buffer, server: FuzzedServer): Promise<void> {
  const receiver = `${server.url}/drive/notifications`;
  const end = input.indexOf('\n');
  const query = input.toString('latin1', 0, Math.max(0, end)).replaceAll(/[^!-~]/g, '');
  const body = input.subarray(end + 1);
  const acceptedBefore = await countAccepted(server);
  const response = await fetch(`${receiver}?${query.replaceAll('#', '%23')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  server.assertNothingFailed();
  if (response.status === 200) assertEcho(response, { query, text });
  else
    assert.ok(
      [202, 400, 413].includes(response.status),
      `the receiver returns ${response.status}: ${text.slice(0, 300)}`,
    );
  assertNoInternals(response.status === 200 ? '' : text);
  assert.ok(
    (await countAccepted(server)) - acceptedBefore <= secretsIn(body),
    'accepted a notification without the clientState',
  );
}

function assertEcho(response: Response, { query, text }: { query: string; text: string }): void {
  assert.ok(query.includes('validationToken'), 'an echo without a token');
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; ?charset=utf-8$/i);
  assert.ok(text !== '' && text.length <= 4096);
  const isPlain = /^[\w=&.+-]*$/.test(query.replaceAll(/%[0-7][0-9a-f]/gi, ''));
  if (isPlain) assert.equal(text, new URLSearchParams(query).getAll('validationToken').at(-1));
}

/** Upper bound for the number of entries with the secret. In the body, the secret may contain escapes. */
function secretsIn(body: Buffer): number {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(body));
  } catch {
    content = undefined;
  }
  const occurrences = JSON.stringify(content ?? null).split(clientState).length - 1;
  return Math.max(occurrences, body.toString('latin1').split(clientState).length - 1);
}

async function countAccepted({ rampart }: FuzzedServer): Promise<number> {
  const [row] = await rampart.database.sql<{ accepted: string }[]>`
    select count::text as accepted from drive.receiver_count where kind = 'accepted'`;
  return Number(row?.accepted ?? 0);
}

function generate(random: Random): Buffer {
  if (random.chance(0.2)) {
    const token = Array.from({ length: random.below(6) }, () =>
      random.pick(['a', '%3Cb%3E', '+', '%20', '%', '%zz', 'é', '&x=1', '=']),
    );
    return Buffer.from(`validationToken=${token.join('')}\n`);
  }
  const entry = () => ({
    ...(random.chance(0.9) && {
      subscriptionId: random.pick<unknown>(['@id@', '', 'x', 1, null, 'x'.repeat(2000), '\u0000', '\ud800']),
    }),
    ...(random.chance(0.9) && {
      clientState: random.pick<unknown>([clientState, clientState, '', 'x', null, 1, [clientState], `${clientState}x`]),
    }),
    ...(random.chance(0.3) && {
      lifecycleEvent: random.pick<unknown>(['missed', 'reauthorizationRequired', 'subscriptionRemoved', '', 1]),
    }),
    changeType: 'updated',
  });
  const value = Array.from({ length: random.chance(0.02) ? 1001 : random.below(5) }, () =>
    random.chance(0.9) ? entry() : random.pick<unknown>([null, 1, [], 'x']),
  );
  return Buffer.from(
    `\n${JSON.stringify({ value: random.chance(0.95) ? value : random.pick<unknown>([{}, null, 1, 'x']) })}`,
  );
}
