import { beforeAll, describe, expect, test } from 'vitest';
import { alertPeople } from '../../subgraphs/alerts/people/service.js';
import { changeDateOf } from '../../subgraphs/alerts/triage/rules.js';
import { assignAlert, assignAlerts } from '../../subgraphs/alerts/triage/service/assign-alerts.js';
import {
  changeAlertStatuses,
  submitVerdict,
  updateAlert,
} from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { listAlerts } from '../../subgraphs/alerts/triage/service/list-alerts.js';
import {
  assignmentsOf,
  readAlert,
  transitionsOf,
  verdictsOf,
} from '../../subgraphs/alerts/triage/service/read-alerts.js';
import {
  analystOf,
  describeAlertWorld,
  errorCodesOf,
  fieldsOf,
  importAll,
  inference,
  queryAlerts,
  requestOf,
  start,
} from './support/alert-world.js';

const world = describeAlertWorld({ RAMPART_AUTH_ADMIN_TOKENS: `zoe:${'z'.repeat(40)}` });
const fields = fieldsOf('status', 'assigneeId', 'assigneeName', 'updatedAtEpoch', 'triagedAtEpoch');
const ada = requestOf({ ...analystOf(null), credentialId: 'person:corp:ada' });
const idOfAda = 'operator:person:corp:ada';

beforeAll(async () => {
  const { sql } = world.test.database;
  await sql`insert into gateway.person (provider, subject, issuer, name, role, tenants, first_sign_in_at, last_sign_in_at)
    values ('corp', 'ada', 'https://corp', 'Ada', 'analyst', null, 0, 2), ('corp', 'vi', 'https://corp', 'Vi', 'viewer', '{acme}', 0, 1),
      ('corp', 'bob', 'https://corp', 'Bob', 'analyst', '{acme}', 0, 1), ('corp', 'cy', 'https://corp', 'Cy', 'analyst', '{globex,acme}', 0, 1),
      ('corp', 'ing', 'https://corp', 'Ing', 'ingest', '{acme}', 0, 1)`;
  const now = world.clock.now() / 1000;
  await sql`insert into gateway.operator_tokens (name, prefix, hash, role, tenant_id, created_at, expires_at, revoked_at)
    values ('soar', 'p', 'h1', 'analyst', 'acme', now(), null, null), ('gone', 'p', 'h2', 'analyst', 'acme', now(), null, now()),
      ('late', 'p', 'h3', 'analyst', 'acme', now(), to_timestamp(${now}), null), ('other', 'p', 'h4', 'analyst', 'initech', now(), null, null)`;
});

async function openAlert(tenant_id = 'acme', endpoint_id = `host-${Math.random()}`): Promise<string> {
  const { results } = await importAll(world.alerts, [inference({ tenant_id, endpoint_id })]);
  return results[0]?.alertId ?? '';
}

async function readTime(id: string): Promise<Date> {
  const { alert } = await queryAlerts(world, 'query ($id: ID!) { alert(id: $id) { updatedAt } }', { id });
  return new Date(alert.updatedAt);
}

describe('people who can be assigned', () => {
  test('have a role for the tenant, and are sorted by name', async () => {
    const listNames = async (tenantId: string | null, request = requestOf(), search: string | null = null) =>
      (await alertPeople(world.as(request), { tenantId, search, first: 100 })).map(
        ({ name, canTriage }) => `${name}${canTriage ? '' : ' (reads)'}`,
      );
    expect(await listNames('acme')).toEqual(['Ada', 'Bob', 'Cy', 'soar', 'Vi (reads)', 'zoe']);
    const listed = await queryAlerts(world, '{ alertPeople(tenantId: "globex", first: 1) { id name canTriage } }');
    expect(listed.alertPeople).toEqual([{ id: idOfAda, name: 'Ada', canTriage: true }]);
    expect(await listNames('globex')).toEqual(['Ada', 'Cy', 'zoe']);
    expect(await listNames('acme', requestOf(analystOf('acme')), 'A')).toEqual(['Ada', 'soar']);
    expect(await listNames('globex', requestOf(analystOf('acme')))).toEqual([]);
    expect(await listNames(null)).toEqual(['Ada', 'Bob', 'Cy', 'other', 'soar', 'Vi (reads)', 'zoe']);
    expect(await listNames(null, requestOf(analystOf('acme')))).toEqual(await listNames('acme'));
    const byIds = await queryAlerts(world, '{ alertPeople(ids: ["operator:person:corp:cy", "operator:x"]) { name } }');
    expect(byIds.alertPeople).toEqual([{ name: 'Cy' }]);
  });

  test.each([0, 101])('are not listed with first: %d', async (first) => {
    const attempt = alertPeople(world.as(), { tenantId: 'acme', search: null, first });
    await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(
      await alertPeople(world.as(), { tenantId: 'acme', search: null, first: first === 0 ? 1 : 100 }),
    ).toBeTruthy();
  });
});

describe('ids of people', () => {
  test.each([[['a\0b']], [['a'.repeat(501)]], [Array.from({ length: 101 }, () => 'a')]])(
    'are validated',
    async (ids) => {
      const attempt = alertPeople(world.as(), { tenantId: null, search: null, ids, first: 20 });
      await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { argument: 'ids' } });
    },
  );
});

describe('an assignment', () => {
  test('names a person, is recorded in the history, and is removed with null', async () => {
    const id = await openAlert();
    expect(await assignAlert(world.as(ada), { id, assigneeId: idOfAda, fields })).toMatchObject({
      assigneeId: idOfAda,
      assigneeName: 'ada',
    });
    const assignee =
      'query ($id: ID!) { alert(id: $id) { assignee { id name } assignments { from { name } to { name } caller via } } }';
    await assignAlert(world.as(ada), { id, assigneeId: 'operator:person:corp:bob', fields });
    await assignAlert(world.as(ada), { id, fields });
    expect(await queryAlerts(world, assignee, { id })).toEqual({
      alert: {
        assignee: null,
        assignments: [
          { from: null, to: { name: 'ada' }, caller: 'ada', via: 'GRAPHQL' },
          { from: { name: 'ada' }, to: { name: 'Bob' }, caller: 'ada', via: 'GRAPHQL' },
          { from: { name: 'Bob' }, to: null, caller: 'ada', via: 'GRAPHQL' },
        ],
      },
    });
    expect((await assignmentsOf(world.as(), [id]))[0]).toHaveLength(3);
  });

  test('is rejected for unknown people, for viewers and for people of other tenants', async () => {
    const id = await openAlert();
    for (const assigneeId of ['operator:nobody', 'operator:person:corp:vi', 'operator:person:corp:ing', '']) {
      const attempt = assignAlert(world.as(ada), { id, assigneeId, fields });
      await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { argument: 'assigneeId' } });
    }
    const globex = await openAlert('globex');
    const results = await assignAlerts(world.as(ada), {
      ...{ ids: [globex, id, 'nonsense'], assigneeId: 'operator:person:corp:bob', fields },
    });
    expect(results.map(({ code }) => code)).toEqual(['BAD_USER_INPUT', null, 'NOT_FOUND']);
    // Cy has a role for both tenants; an analyst of a third tenant gets an empty list.
    const initech = requestOf(analystOf('initech'));
    const attempt = assignAlerts(world.as(initech), { ids: [], assigneeId: 'operator:person:corp:cy', fields });
    await expect(attempt).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('can be used to filter alerts', async () => {
    const [mine, unassigned] = [await openAlert('filter'), await openAlert('filter')];
    await assignAlert(world.as(ada), { id: mine, assigneeId: idOfAda, fields });
    const list = `query ($filter: AlertFilter) { alerts(filter: $filter) { totalCount nodes { id } facets { status { count } } } }`;
    const idsOf = async (filter: object) => {
      const { alerts } = await queryAlerts(world, list, { filter: { tenantId: 'filter', ...filter } });
      expect(alerts.totalCount).toBe(alerts.nodes.length);
      return alerts.nodes.map((node: { id: string }) => node.id);
    };
    expect(await idsOf({ assigneeId: [idOfAda] })).toEqual([mine]);
    expect(await idsOf({ assigneeId: [idOfAda, 'operator:x'] })).toEqual([mine]);
    expect(await idsOf({ assigneeId: ['operator:x'] })).toEqual([]);
    expect(await idsOf({ isAssigned: true })).toEqual([mine]);
    expect(await idsOf({ isAssigned: false })).toEqual([unassigned]);
    expect(await idsOf({ isAssigned: false, assigneeId: [idOfAda] })).toEqual([]);
  });
});

describe('a change with expectedUpdatedAt', () => {
  test('is rejected with both versions if someone has changed the alert since then, even within a millisecond', async () => {
    const id = await openAlert();
    // The clock does not advance.
    const read = [await readTime(id)];
    for (let round = 0; round < 30; round++) {
      await updateAlert(world.as(ada), {
        id,
        status: 'investigating',
        notes: 'theirs',
        expectedUpdatedAt: read.at(-1) ?? null,
        fields,
      });
      read.push(await readTime(id));
    }
    for (const expectedUpdatedAt of read.slice(0, -1)) {
      const attempt = updateAlert(world.as(), { id, status: 'resolved', notes: 'mine', expectedUpdatedAt, fields });
      await expect(attempt).rejects.toMatchObject({
        code: 'CONFLICT',
        details: {
          id,
          theirs: {
            status: 'INVESTIGATING',
            notes: 'theirs',
            actor: 'ada',
            assignee: null,
            updatedAt: read.at(-1)?.toISOString(),
          },
          yours: {
            status: 'RESOLVED',
            notes: 'mine',
            actor: 'command-line',
            updatedAt: expectedUpdatedAt.toISOString(),
          },
        },
      });
    }
    const last = { id, expectedUpdatedAt: read.at(-1) ?? null, fields };
    expect(await updateAlert(world.as(), { ...last, status: 'resolved' })).toMatchObject({ status: 'resolved' });
    expect((await transitionsOf(world.as(), [id]))[0]).toHaveLength(31);
  });

  test('can be a verdict or an assignment, and has no effect if it is rejected', async () => {
    const id = await openAlert();
    const expectedUpdatedAt = await readTime(id);
    await assignAlert(world.as(ada), { id, assigneeId: idOfAda, expectedUpdatedAt, fields });
    const conflict = { code: 'CONFLICT', details: { theirs: { assignee: { id: idOfAda, name: 'ada' } } } };
    const verdict = submitVerdict(world.as(), { alertId: id, isTruePositive: true, expectedUpdatedAt, fields });
    await expect(verdict).rejects.toMatchObject(conflict);
    await expect(assignAlert(world.as(), { id, expectedUpdatedAt, fields })).rejects.toMatchObject(conflict);
    expect([await verdictsOf(world.as(), [id]), await transitionsOf(world.as(), [id])]).toEqual([[[]], [[]]]);
    expect(
      await errorCodesOf(
        world,
        'mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }',
        {
          input: { id, status: 'OPEN', expectedUpdatedAt },
        },
      ),
    ).toEqual(['CONFLICT']);
  });

  test('is accepted if only inferences were merged since the alert was read', async () => {
    const id = await openAlert('merge', 'host');
    const expectedUpdatedAt = await readTime(id);
    world.clock.seconds += 60;
    await importAll(world.alerts, [inference({ tenant_id: 'merge', endpoint_id: 'host', timestamp: start + 5 })]);
    expect((await readTime(id)).getTime()).toBeGreaterThan(expectedUpdatedAt.getTime());
    await updateAlert(world.as(), { id, status: 'acknowledged', expectedUpdatedAt, fields });
    await expect(updateAlert(world.as(), { id, status: 'open', expectedUpdatedAt, fields })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('of several alerts has a result for each of them', async () => {
    const ids = [await openAlert(), await openAlert(), await openAlert()];
    const [changed = '', current = ''] = ids;
    const times = await Promise.all(ids.map(readTime));
    await updateAlert(world.as(ada), { id: changed, status: 'acknowledged', fields });
    const expected = [
      { id: changed.toUpperCase(), updatedAt: times[0] ?? new Date(0) },
      { id: current, updatedAt: times[1] ?? new Date(0) },
    ];
    const results = await changeAlertStatuses(world.as(), { ids, status: 'resolved', expected, fields });
    expect(results.map(({ code }) => code)).toEqual(['CONFLICT', null, null]);
    expect(results[0]?.conflict).toMatchObject({ theirs: { status: 'acknowledged' }, yours: { status: 'resolved' } });
    expect(await readAlert(world.as(), { id: changed, fields })).toMatchObject({ status: 'acknowledged' });
  });

  test('succeeds for exactly one of many concurrent requests', async () => {
    for (const [status, isBulk] of [
      ['acknowledged', false],
      ['resolved', true],
    ] as const) {
      const id = await openAlert();
      const updatedAt = await readTime(id);
      const attempts = Array.from({ length: 40 }, async (_, index) => {
        const actor = `analyst ${index}`;
        if (!isBulk) {
          return await updateAlert(world.as(), { id, status, actor, expectedUpdatedAt: updatedAt, fields }).then(
            () => actor,
            codeOf,
          );
        }
        const [result] = await assignAlerts(world.as(ada), {
          ids: [id],
          assigneeId: idOfAda,
          expected: [{ id, updatedAt }],
          fields,
        });
        return result?.code ?? actor;
      });
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome !== 'CONFLICT')).toHaveLength(1);
      const [transitions = [], assignments = []] = [
        (await transitionsOf(world.as(), [id]))[0],
        (await assignmentsOf(world.as(), [id]))[0],
      ];
      expect(transitions.length + assignments.length).toBe(1);
      if (!isBulk) expect(outcomes).toContain(transitions[0]?.actor);
    }
  });
});

test('times of changes are increasing whole milliseconds, even after writes by an older release', async () => {
  const id = await openAlert();
  const { sql } = world.test.database;
  let last = changeDateOf((await readRow()).changedAtEpoch);
  for (let round = 0; round < 50; round++) {
    if (round % 2 === 0)
      await sql`update alerts.alert set status = 'open', updated_at = updated_at + 0.000001 where id = ${id}`;
    else await sql`update alerts.alert set updated_at = updated_at + 0.000001 where id = ${id}`;
    const current = await readRow();
    if (round % 2 === 0) expect(changeDateOf(current.changedAtEpoch).getTime()).toBeGreaterThan(last.getTime());
    expect((current.triagedAtEpoch * 1000) % 1).toBe(0);
    last = changeDateOf(current.changedAtEpoch);
  }

  async function readRow() {
    const [row] = await sql`select updated_at, triaged_at from alerts.alert where id = ${id}`;
    const triagedAtEpoch = Number(row?.triaged_at ?? 0);
    return { changedAtEpoch: Math.max(Number(row?.updated_at), triagedAtEpoch), triagedAtEpoch };
  }
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}

test('an empty list of assignees matches no alert', async () => {
  const { filter } = await listAlerts(world.as(), {
    ...{ filter: { assigneeId: [] }, orderBy: null, page: {}, fields, wantsItems: true, wantsTotal: true },
  });
  expect(filter).toBeNull();
});
