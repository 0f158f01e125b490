import { expect, test } from 'vitest';
import { openDistributedPlatform } from './support/distributed-platform.js';
import { adminToken } from './support/event-deployment.js';
import { Listener } from './support/listen.js';
import { type Subscriber, subscribeOverEvents, subscribeOverWebSocket } from './support/subscribe.js';

function idsOf(...listeners: readonly Listener[]): string[] {
  return listeners.flatMap((listener) => listener.messagesOf('alerts').flatMap(({ data }) => data.ids));
}

const query = 'subscription { alertChanged { id endpoint { hostname domain { name } } } }';

/** The ids of the alerts that a subscription has sent, including repetitions. */
function sentOf(subscriber: Subscriber, alerts: readonly string[]): string[] {
  return subscriber.responses.map(({ data }) => data.alertChanged.id as string).filter((id) => alerts.includes(id));
}

test('events of distributed domains reach the clients of any gateway, by tenant, and continue after a database outage', async () => {
  const platform = await openDistributedPlatform('acme');
  const subscribed = [
    subscribeOverEvents(platform.url, { query, token: adminToken }),
    subscribeOverWebSocket(platform.url, { query, token: adminToken }),
  ];
  const ofAnalyst = subscribeOverWebSocket(platform.url, { query, token: platform.analystToken });
  // Alerts that were opened before the subscription are not sent.
  await expect
    .poll(
      async () => {
        await platform.openAlert('acme');
        return [...subscribed, ofAnalyst].every(({ responses }) => responses.length > 0);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  const stream = `${platform.url}/events?types=alerts`;
  const adminListener = await Listener.open(stream, { token: adminToken });
  const acme = await Listener.open(stream, { token: platform.analystToken });
  const closedListener = await Listener.open(stream, { token: adminToken });
  const opened: string[] = [];
  const ofAcme: string[] = [];
  async function openBoth(): Promise<void> {
    for (const tenant of ['acme', 'globex']) {
      const id = await platform.openAlert(tenant);
      if (id === undefined) throw new Error('no alert was opened');
      opened.push(id);
      if (tenant === 'acme') ofAcme.push(id);
    }
  }
  await openBoth();
  for (const listener of [adminListener, closedListener]) await listener.waitFor(() => idsOf(listener).length === 2);
  closedListener.close();
  const [leaving, staying] = subscribed as [Subscriber, Subscriber];
  await expect.poll(() => sentOf(leaving, opened)).toEqual(opened);
  leaving.close();
  expect((await fetch(`${platform.domainsUrl}/events`)).status).toBe(404);

  // These are committed, but perhaps not sent yet.
  await openBoth();
  await platform.stopDatabase();
  expect(await platform.openAlert('acme')).toBeUndefined();
  const headers = { authorization: `Bearer ${adminToken}`, 'last-event-id': closedListener.lastId };
  expect((await fetch(stream, { headers })).status).toBe(503);
  expect([adminListener.isOver, acme.isOver]).toEqual([false, false]);

  await platform.startDatabase();
  // The first attempts fail; alerts that were not opened are not sent.
  await expect
    .poll(
      () =>
        openBoth().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const other = await platform.anotherGateway();
  const back = await Listener.open(`${other}/events?types=alerts`, {
    token: adminToken,
    lastId: closedListener.lastId,
  });
  const resumed = subscribeOverEvents(other, {
    query,
    token: adminToken,
    after: leaving.responses.at(-1)?.extensions?.position,
  });
  await openBoth();
  await adminListener.waitFor(() => idsOf(adminListener).length >= opened.length);
  await acme.waitFor(() => idsOf(acme).length >= ofAcme.length);
  await back.waitFor(() => idsOf(closedListener, back).length >= opened.length);
  expect(idsOf(adminListener)).toEqual(opened);
  expect(idsOf(acme)).toEqual(ofAcme);
  expect(idsOf(closedListener, back)).toEqual(opened);
  expect([adminListener, acme, back].flatMap((listener) => listener.messagesOf('reset'))).toEqual([]);
  await expect.poll(() => sentOf(staying, opened)).toEqual(opened);
  await expect.poll(() => [...sentOf(leaving, opened), ...sentOf(resumed, opened)]).toEqual(opened);
  await expect.poll(() => sentOf(ofAnalyst, opened)).toEqual(ofAcme);
  expect(staying.responses.at(-1)?.data.alertChanged.endpoint).toMatchObject({
    hostname: expect.any(String),
    domain: null,
  });
  expect(
    [staying, resumed, ofAnalyst].flatMap(({ responses }) => responses.flatMap(({ errors }) => errors ?? [])),
  ).toEqual([]);
});
