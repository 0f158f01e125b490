import { expect, test } from 'vitest';
import { openDistributedPlatform } from './support/distributed-platform.js';
import { adminToken } from './support/event-world.js';
import { Listener } from './support/listen.js';

function idsOf(...listeners: readonly Listener[]): string[] {
  return listeners.flatMap((listener) => listener.told('alerts').flatMap(({ data }) => data.ids));
}

test('events of distributed domains reach the clients of any gateway, by tenant, and continue after a database outage', async () => {
  const platform = await openDistributedPlatform('acme');
  const stream = `${platform.url}/events?types=alerts`;
  const all = await Listener.open(stream, { token: adminToken });
  const acme = await Listener.open(stream, { token: platform.analystToken });
  const left = await Listener.open(stream, { token: adminToken });
  const opened: string[] = [];
  const ofAcme: string[] = [];
  async function openBoth(): Promise<void> {
    const own = await platform.openAlert('acme');
    const foreign = await platform.openAlert('globex');
    if (own === undefined || foreign === undefined) throw new Error('no alert was opened');
    opened.push(own, foreign);
    ofAcme.push(own);
  }
  await openBoth();
  for (const listener of [all, left]) await listener.until(() => idsOf(listener).length === 2);
  left.close();
  expect((await fetch(`${platform.domainsUrl}/events`)).status).toBe(404);

  // Committed, and perhaps not told yet.
  await openBoth();
  await platform.stopDatabase();
  expect(await platform.openAlert('acme')).toBeUndefined();
  const headers = { authorization: `Bearer ${adminToken}`, 'last-event-id': left.lastId };
  expect((await fetch(stream, { headers })).status).toBe(503);
  expect([all.isOver, acme.isOver]).toEqual([false, false]);

  await platform.startDatabase();
  // The first of them are heard to fail; none is told of that was not opened.
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
  const back = await Listener.open(`${await platform.anotherGateway()}/events?types=alerts`, {
    token: adminToken,
    lastId: left.lastId,
  });
  await openBoth();
  await all.until(() => idsOf(all).length >= opened.length);
  await acme.until(() => idsOf(acme).length >= ofAcme.length);
  await back.until(() => idsOf(left, back).length >= opened.length);
  expect(idsOf(all)).toEqual(opened);
  expect(idsOf(acme)).toEqual(ofAcme);
  expect(idsOf(left, back)).toEqual(opened);
  expect([all, acme, back].flatMap((listener) => listener.told('reset'))).toEqual([]);
});
