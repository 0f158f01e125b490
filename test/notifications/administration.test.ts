import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../platform/cursor.js';
import { listDeliveries } from '../../subgraphs/notifications/administration/service/lists.js';
import { admin, describeNotifications } from './support/notification-world.js';

const world = describeNotifications();

describe('the name of a rule', () => {
  test.each([
    ['Überwachung', 'Überwachung'],
    ['Überwachung', 'überwachung'],
    ['überwachung', 'Überwachung'],
    ['watch', 'WATCH'],
  ])('%s conflicts with %s', async (name, other) => {
    await world.addRule({ name });
    await expect(world.addRule({ name: other })).rejects.toMatchObject({ code: 'CONFLICT' });
    const { rule } = await world.addRule();
    await expect(world.changeRule({ id: rule.id, name: other })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('can be changed to another case', async () => {
    const { rule } = await world.addRule({ name: 'Überwachung' });
    expect(await world.changeRule({ id: rule.id, name: 'überwachung' })).toMatchObject({ name: 'überwachung' });
  });

  test('can remain the same if a rule of an earlier release has the name in another case', async () => {
    const { rule } = await world.addRule({ name: 'Überwachung' });
    const { rule: other } = await world.addRule();
    await world.sql`update notifications.rule set name = 'überwachung' where id = ${other.id}`;
    const changed = await world.changeRule({ id: rule.id, name: 'Überwachung', isEnabled: false });
    expect(changed).toMatchObject({ name: 'Überwachung', isEnabled: false });
  });
});

test.each([0.5, 1e300])('a cursor of deliveries with the number %d is invalid', async (value) => {
  const after = encodeCursor({ order: 'delivery_queued', value, ids: [] });
  const attempt = listDeliveries(world.dependencies, admin, { after });
  await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
});
