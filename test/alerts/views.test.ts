import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorCaller } from '../../platform/caller.js';
import { createView, deleteView, listViews, setDefaultView, updateView } from '../../subgraphs/alerts/views/service.js';
import { analystOf, describeAlertWorld, queryAlerts, requestOf } from './support/alert-world.js';

const world = describeAlertWorld();
const requestAs = (caller: OperatorCaller) => world.as(requestOf(caller));
const ada = () => requestAs(analystOf('acme', 'ada'));
const bob = () => requestAs(analystOf('acme', 'bob'));
const viewer = () => requestAs({ ...analystOf('acme', 'vi'), role: 'viewer' });
const own = { parameters: 'status=ALL&sort=newest', isShared: false };
const shared = { ...own, isShared: true };

beforeEach(async () => {
  await world.test.database.sql`delete from alerts.alert_view`;
});

const namesOf = async (request: ReturnType<typeof ada>) => (await listViews(request)).map(({ name }) => name);

describe('saved views', () => {
  test('belong to their owner or are shared with the tenant, sorted by owner and name', async () => {
    await createView(ada(), { ...own, name: 'zebra' });
    await createView(ada(), { ...shared, name: 'ape' });
    await createView(ada(), { ...own, name: 'Bear' });
    await createView(bob(), { ...own, name: 'zebra' });
    expect(await namesOf(ada())).toEqual(['Bear', 'zebra', 'ape']);
    expect(await namesOf(bob())).toEqual(['zebra', 'ape']);
    expect(await listViews(viewer())).toMatchObject([
      {
        name: 'ape',
        parameters: own.parameters,
        tenantId: 'acme',
        ownerName: 'ada',
        canChange: false,
        isDefault: false,
      },
    ]);
    expect(await namesOf(requestAs(analystOf(null, 'all')))).toEqual(['ape']);
    expect(await namesOf(requestAs(analystOf('globex', 'gus')))).toEqual([]);
  });

  test('can be changed, once shared, by all users who may share views in the tenant', async () => {
    const { id } = await createView(ada(), { ...shared, name: 'ours' });
    world.clock.seconds += 60;
    const changed = await updateView(bob(), { id, name: 'All of ours', parameters: '?status=OPEN' });
    const after = { name: 'All of ours', parameters: 'status=OPEN', ownerName: 'ada', canChange: true };
    expect(changed).toMatchObject(after);
    expect(changed.updatedAtEpoch - changed.createdAtEpoch).toBe(60);
    await expect(updateView(viewer(), { id, name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(deleteView(viewer(), id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(createView(viewer(), { ...shared, name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await createView(viewer(), { ...own, name: 'of a viewer' });
    expect(await deleteView(bob(), id)).toBe(id);
    expect(await namesOf(ada())).toEqual([]);
  });

  test('have names that are unique per owner and per tenant, regardless of case', async () => {
    const { id } = await createView(ada(), { ...own, name: 'Night' });
    const other = await createView(ada(), { ...own, name: 'Day' });
    const message = 'A view is already named "NIGHT": choose another name';
    const attempts = [
      () => createView(ada(), { ...own, name: ' NIGHT ' }),
      () => updateView(ada(), { id: other.id, name: 'NIGHT' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'CONFLICT', message });
    await updateView(ada(), { id, name: 'night' });
    await createView(ada(), { ...shared, name: 'Night' });
    await createView(requestAs(analystOf('globex')), { ...shared, name: 'Night' });
    expect(await namesOf(ada())).toEqual(['Day', 'night', 'Night']);
  });

  test('are the default of one person only, until they are deleted', async () => {
    const first = await createView(ada(), { ...own, name: 'first' });
    const second = await createView(ada(), { ...shared, name: 'second' });
    await setDefaultView(ada(), first.id);
    expect(await setDefaultView(ada(), second.id)).toMatchObject({ id: second.id, isDefault: true });
    const listDefaults = async (request: ReturnType<typeof ada>) =>
      (await listViews(request)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    expect([await listDefaults(ada()), await listDefaults(bob())]).toEqual([['second'], []]);
    await setDefaultView(viewer(), second.id);
    expect(await setDefaultView(ada(), null)).toBeNull();
    expect([await listDefaults(ada()), await listDefaults(viewer())]).toEqual([[], ['second']]);
    await deleteView(bob(), second.id);
    expect(await listViews(viewer())).toEqual([]);
  });

  test('are limited to exactly 100 per person, even under concurrency', async () => {
    await world.test.database.sql`insert into alerts.alert_view
        (id, owner_id, owner_name, is_shared, name, parameters, created_at, updated_at)
      select gen_random_uuid(), 'operator:ada', 'ada', false, 'view ' || n, '', 0, 0 from generate_series(1, 95) n`;
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => createView(ada(), { ...own, name: `new ${index}` })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await listViews(ada())).toHaveLength(100);
    await expect(createView(ada(), { ...own, name: 'one more' })).rejects.toThrow(
      'You already have 100 views that are not shared',
    );
    await createView(ada(), { ...shared, name: 'shared' });
    await createView(bob(), { ...own, name: 'of bob' });
  });

  test('name the tenant they are shared with, if the caller has several', async () => {
    const several = requestAs({ ...analystOf('acme', 'cy'), tenants: ['acme', 'globex'] });
    await expect(createView(several, { ...shared, name: 'x' })).rejects.toThrow('tenantId is required');
    await expect(createView(several, { ...shared, name: 'x', tenantId: 'initech' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await createView(several, { ...shared, name: 'x', tenantId: 'globex' })).toMatchObject({
      tenantId: 'globex',
    });
  });

  test('are saved, chosen and deleted through the GraphQL API', async () => {
    const create = `mutation ($input: CreateAlertViewInput!) { createAlertView(input: $input) {
      view { id name parameters isShared tenantId isDefault canChange owner { name } createdAt updatedAt } } }`;
    const { createAlertView } = await queryAlerts(world, create, { input: { name: 'n', parameters: 'sort=due' } });
    const { view } = createAlertView;
    expect(view).toMatchObject({ name: 'n', parameters: 'sort=due', isShared: false, tenantId: null, canChange: true });
    const set =
      'mutation ($input: SetDefaultAlertViewInput!) { setDefaultAlertView(input: $input) { view { isDefault } } }';
    expect(await queryAlerts(world, set, { input: { id: view.id } })).toMatchObject({
      setDefaultAlertView: { view: { isDefault: true } },
    });
    const remove = 'mutation ($input: DeleteAlertViewInput!) { deleteAlertView(input: $input) { id } }';
    expect(await queryAlerts(world, remove, { input: { id: view.id } })).toEqual({ deleteAlertView: { id: view.id } });
    expect(await queryAlerts(world, '{ alertViews { id } }')).toEqual({ alertViews: [] });
  });
});
