import { afterAll, beforeAll, test } from 'vitest';
import { type EventWorld, openEventWorld } from './support/event-world.js';
import { Listener } from './support/listen.js';

let world: EventWorld;

beforeAll(async () => {
  world = await openEventWorld();
});
afterAll(() => world.close());

test('a stream tells of alerts that were opened and changed', async () => {
  const { url } = await world.replica();
  const listener = await Listener.open(`${url}/events?types=alerts`);
  const [id = ''] = await world.alert('acme', 'ws-1');
  await listener.until(() => listener.told().length === 1);
  await fetch(`${url}/alerts/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'acknowledged' }),
  });
  await listener.until(() => listener.told().length === 2);
  console.log(JSON.stringify(listener.messages, null, 1));
});
