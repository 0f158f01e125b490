import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sessions } from '../../gateway/index.js';
import type { OperatorRole } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { type EventDeployment, openEventDeployment, type Replica } from '../events/support/event-deployment.js';
import { Listener } from '../events/support/listen.js';
import { type Subscriber, subscribeOverEvents, subscribeOverWebSocket } from '../events/support/subscribe.js';
import { testConfiguration } from '../support/index.js';

let deployment: EventDeployment;
let server: Replica;
let sessions: Sessions;

beforeAll(async () => {
  deployment = await openEventDeployment();
  server = await deployment.replica({ RAMPART_AUTH_ALERTS: 'token', RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' });
  const { database } = deployment.test;
  sessions = new Sessions({ database, clock: systemClock, configuration: testConfiguration({}) });
});
afterAll(() => deployment.close());

/** Signs in with a browser that can already have a session. */
async function signIn(role: OperatorRole, previous = ''): Promise<string> {
  const token = await deployment.token({ role, tenantId: 'acme' });
  const headers = { 'content-type': 'application/json', 'x-rampart-session': '1', cookie: previous };
  const response = await fetch(`${server.url}/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  expect(response.status).toBe(201);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function idOf(cookie: string): Promise<string> {
  const response = await fetch(`${server.url}/session`, { headers: { cookie, 'x-rampart-session': '1' } });
  return ((await response.json()) as { id: string }).id; // The documented response.
}

async function openSubscription(subscriber: Subscriber): Promise<Subscriber> {
  async function change(): Promise<number> {
    await deployment.alert('acme', 'probe');
    return subscriber.responses.length;
  }
  await expect.poll(change).toBeGreaterThan(0);
  return subscriber;
}

test.each<[string, (cookie: string) => Promise<unknown>]>([
  ['is revoked', async (cookie) => sessions.revoke(await idOf(cookie))],
  ['is replaced by one with another role, in the same browser', (cookie) => signIn('ingest', cookie)],
  [
    'has expired',
    async (cookie) =>
      deployment.test.database.sql`update gateway.session set expires_at = 1 where id = ${await idOf(cookie)}`,
  ],
])('a session that %s ends its subscriptions and event streams, and no others', async (_, end) => {
  const otherStream = await Listener.open(`${server.url}/events?types=alerts`, { cookie: await signIn('analyst') });
  const cookie = await signIn('analyst');
  const query = 'subscription { alertChanged { id } }';
  const overStream = await openSubscription(subscribeOverEvents(server.url, { query, cookie }));
  const overSocket = await openSubscription(subscribeOverWebSocket(server.url, { query, cookie }));
  const listener = await Listener.open(`${server.url}/events?types=alerts`, { cookie });
  await end(cookie);
  const ends = () => [overStream.responses.at(-1)?.errors, overSocket.failure];
  await expect.poll(ends).toMatchObject([[{ extensions: { code: 'UNAUTHENTICATED' } }], { code: 4403 }]);
  await listener.waitForEnd();
  expect(listener.messagesOf('end')).toMatchObject([{ data: { reason: 'credentials' } }]);
  expect(otherStream.isOver).toBe(false);
});
