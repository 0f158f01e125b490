import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { maxItems } from '../../platform/input-limits.js';
import { endpointsByKeys } from '../../subgraphs/alerts/endpoints/service.js';
import { countFacets } from '../../subgraphs/alerts/metrics/service-facets.js';
import { alertNotifications } from '../../subgraphs/alerts/notifications.js';
import {
  matchesCriteria,
  type OpenedAlert,
  type SuppressionCriteria,
} from '../../subgraphs/alerts/suppressions/rules.js';
import { previewSuppression } from '../../subgraphs/alerts/suppressions/service/preview-suppression.js';
import {
  restoreSuppressed,
  suppressionsJobOf,
} from '../../subgraphs/alerts/suppressions/service/restore-suppressed.js';
import {
  addSuppression,
  endSuppression,
  listSuppressions,
  readSuppression,
  stateOf,
  suppressedCounts,
} from '../../subgraphs/alerts/suppressions/service/suppressions.js';
import { changeAlertStatuses } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { listAlerts } from '../../subgraphs/alerts/triage/service/list-alerts.js';
import type { AlertFilter } from '../../subgraphs/alerts/triage/types-list.js';
import {
  allFields,
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  queryAlerts,
  requestOf,
  start,
  type WireInference,
} from './support/alert-world.js';
import { expectExactSuppression, randomFilter, randomInference } from './support/suppression-model.js';

const world = describeAlertWorld({
  RAMPART_AUTH_ALERTS: 'token',
  RAMPART_ALERTS_INCIDENT_MIN_ALERTS: '100',
  RAMPART_ALERTS_ACKNOWLEDGE_MINUTES: '0, 0, 0, 60',
  RAMPART_DATABASE_POOL_SIZE: '20',
});
const analyst = requestOf(analystOf('acme'));
const reason = 'A scanner that we run ourselves';
const dayMs = 86_400_000;

beforeEach(async () => {
  const { sql } = world.test.database;
  await sql`truncate alerts.suppression, alerts.suppression_effect, alerts.alert, alerts.alert_transition, alerts.alert_verdict,
    alerts.alert_assignment, alerts.alert_comment, alerts.alert_comment_version, alerts.inference, alerts.endpoint,
    alerts.alert_tally, alerts.suppressed_tally, alerts.endpoint_tally, alerts.endpoint_tally_change,
    alerts.technique_tally, alerts.technique_tally_change, alerts.incident_candidate, platform.event, platform.audit_pending`;
});

const add = (filter: AlertFilter, otherInput: object = {}, request = analyst) =>
  addSuppression(world.as(request), { filter, reason, ...otherInput });
const open = async (...input: Partial<WireInference>[]) => {
  const { results } = await importAll(world.alerts, input.map(inference));
  return results.map(({ alertId }) => alertId ?? '');
};
const endRule = async (id: string) => {
  await endSuppression(world.as(analyst), id);
  await restoreSuppressed(world.alerts);
};

async function listedAlerts(filter: AlertFilter = {}) {
  const page = { orderBy: null, page: { first: 1000 }, fields: allFields, wantsItems: true, wantsTotal: true };
  const { nodes, total } = await listAlerts(world.as(analyst), { filter, ...page });
  // Undefined for filters that the tally does not have.
  expect(total ?? nodes.length).toBe(nodes.length);
  return nodes.map(({ id }) => id).toSorted();
}

async function readEvents() {
  const rows = await world.test.database.sql<{ data: { change: string; ids: string[]; suppressed?: true } }[]>`
    select data from platform.event where type = 'alerts' order by id`;
  return rows.map(({ data: { change, ids, suppressed } }) => ({ change, ids, ...(suppressed && { suppressed }) }));
}

/** The kinds of events that people are notified of, for all events so far. */
async function readNotifiedKinds(): Promise<string[]> {
  const { sql } = world.test.database;
  const rows = await sql<{ data: string }[]>`select data::text from platform.event where type = 'alerts' order by id`;
  const [source] = alertNotifications;
  const eventTypes = new Set(['alert.opened', 'alert.changed'] as const);
  const logged = rows.map(({ data }) => ({ data })) as never; // Only this field is read.
  return (await source?.occurrencesOf(sql, logged, eventTypes))?.flat().map(({ kind }) => kind) ?? [];
}

async function readAuditEntries() {
  return await world.test.database.sql`select action, tenant_id, objects, after from platform.audit_pending
    where action <> 'import.inferences' order by id`;
}

describe('an active rule', () => {
  test('suppresses new alerts that match, in lists, counts, facets and endpoints', async () => {
    const [openedEarlier = ''] = await open({ endpoint_id: 'scanner' });
    const { id } = await add({ endpointId: 'Scanner', severity: ['medium'] });
    const [hidden = '', severe = ''] = await open(
      { endpoint_id: 'scanner', model_name: 'other' },
      { endpoint_id: 'scanner', model_name: 'third', attack_prob: 0.9 },
    );
    expect(await listedAlerts()).toEqual([openedEarlier, severe].toSorted());
    expect(await listedAlerts({ suppressed: 'only' })).toEqual([hidden]);
    expect(await listedAlerts({ suppressed: 'include', status: ['open'] })).toHaveLength(3);
    expect(await listedAlerts({ suppressed: 'only', severity: ['high'] })).toEqual([]);
    const facets = ['severity', 'endpoint'];
    const counted = (isSuppressed?: boolean) =>
      countFacets(world.as(analyst), {
        filter: { tenants: ['acme'], ...(isSuppressed !== undefined && { isSuppressed }) },
        ...{ top: 5, facets },
      });
    expect((await counted(false)).severity).toMatchObject([
      { value: 'high', count: 1 },
      { value: 'medium', count: 1 },
    ]);
    expect((await counted(true)).severity).toMatchObject([{ value: 'medium', count: 1 }]);
    expect((await counted()).endpoint).toMatchObject([{ value: 'scanner', count: 3 }]);
    const endpoint = { tenantId: 'acme', hostname: 'scanner' };
    const fields = { names: ['totalAlerts', 'openAlerts', 'activeAlerts'] as const, key: 'counts' };
    const ofAlert = `{ alert(id: "${severe}") { endpoint { totalAlerts openAlerts activeAlerts } } }`;
    const countsOf = async () => {
      const [counts] = await endpointsByKeys(world.as(analyst), { keys: [endpoint], fields });
      expect(counts).toMatchObject((await queryAlerts(world, ofAlert)).alert.endpoint);
      return counts;
    };
    expect(await countsOf()).toMatchObject({ totalAlerts: 2, openAlerts: 2, activeAlerts: 2 });
    await changeAlertStatuses(world.as(analyst), { ids: [hidden, severe], status: 'investigating', fields: allFields });
    expect(await countsOf()).toMatchObject({ totalAlerts: 2, openAlerts: 1, activeAlerts: 2 });
    await changeAlertStatuses(world.as(analyst), { ids: [hidden, severe], status: 'open', fields: allFields });
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({ openedCount: 1, releasedCount: 0 });
    expect(await suppressedCounts(world.as(analyst), [id])).toEqual([1]);
    await endRule(id);
    expect(await countsOf()).toMatchObject({ totalAlerts: 3, openAlerts: 3, activeAlerts: 3 });
    expect(await listedAlerts()).toHaveLength(3);
    expect(await suppressedCounts(world.as(analyst), [id])).toEqual([0]);
  });

  test('prevents notifications, incidents and targets of an alert until it is restored', async () => {
    const { id } = await add({ severity: ['critical'] });
    const [alert = ''] = await open({ attack_prob: 0.99 });
    const candidates = async () =>
      (await world.test.database.sql`select alert_id from alerts.incident_candidate`).map(({ alert_id }) => alert_id);
    expect([await candidates(), await readEvents()]).toEqual([
      [],
      [{ change: 'opened', ids: [alert], suppressed: true }],
    ]);
    expect(await readNotifiedKinds()).toEqual([]);
    const query = `{ alert(id: "${alert}") { isSuppressed restoredAt acknowledgeTarget { dueAt } suppressions { reason state } } }`;
    expect((await queryAlerts(world, query)).alert).toEqual({
      ...{ isSuppressed: true, restoredAt: null, acknowledgeTarget: null },
      suppressions: [{ reason, state: 'ACTIVE' }],
    });
    const due = { breachedBefore: new Date(8e15), suppressed: 'include' as const };
    expect(await listedAlerts(due)).toEqual([]);
    world.clock.milliseconds += dayMs;
    const [{ updated_at: updated } = {}] = await world.test.database.sql`select updated_at from alerts.alert`;
    await endRule(id);
    const restoredAt = new Date(world.clock.milliseconds).toISOString();
    const dueAt = new Date(world.clock.milliseconds + 3_600_000).toISOString();
    expect((await queryAlerts(world, query)).alert).toEqual({
      ...{ isSuppressed: false, restoredAt, acknowledgeTarget: { dueAt }, suppressions: [] },
    });
    expect(await listedAlerts(due)).toEqual([alert]);
    expect(await candidates()).toEqual([alert]);
    expect(await readEvents()).toEqual([
      { change: 'opened', ids: [alert], suppressed: true },
      { change: 'opened', ids: [alert] },
      { change: 'changed', ids: [alert] },
    ]);
    expect(await readNotifiedKinds()).toEqual(['alert.opened', 'alert.changed']);
    // The REST interface includes suppressed alerts, so its responses are unchanged.
    expect(await world.test.database.sql`select updated_at from alerts.alert`).toEqual([{ updated_at: updated }]);
  });

  test('restores alerts that were closed while it was active without opening them', async () => {
    const { id } = await add({ modelName: ['sage'] });
    const [closed = '', active = ''] = await open({ endpoint_id: 'ws-1' }, { endpoint_id: 'ws-2' });
    await changeAlertStatuses(world.as(analyst), { ids: [closed], status: 'resolved', fields: fieldsOf('status') });
    await endRule(id);
    const ids = expect.arrayContaining([closed, active]);
    expect((await readEvents()).slice(2)).toEqual([
      { change: 'opened', ids: [active] },
      { change: 'changed', ids },
    ]);
  });

  test('releases an alert that no longer matches after a further inference, through every import interface', async () => {
    const { id } = await add({ severity: ['medium', 'low'] });
    const low = { attack_prob: 0.6, timestamp: start };
    const [one = ''] = await open(low);
    expect(await listedAlerts()).toEqual([]);
    await open({ ...low, attack_prob: 0.8, timestamp: start + 1 });
    expect(await listedAlerts()).toEqual([]);
    await open({ ...low, attack_prob: 0.97, timestamp: start + 2 });
    expect(await listedAlerts()).toEqual([one]);
    // Both are in one batch.
    const [two = ''] = await open({ ...low, endpoint_id: 'ws-2' }, { ...low, endpoint_id: 'ws-2', attack_prob: 0.97 });
    expect(await listedAlerts()).toEqual([one, two].toSorted());
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({ openedCount: 2, releasedCount: 2 });
    const opened = (await readEvents()).filter(
      ({ change, suppressed }) => change === 'opened' && suppressed === undefined,
    );
    expect(opened.map(({ ids }) => ids)).toEqual([[one], [two]]);
    expect((await readAuditEntries()).filter(({ action }) => action === 'suppress.alerts')).toMatchObject([
      { after: { byRule: { [id]: { opened: 1, released: 0 } } } },
      { after: { byRule: { [id]: { opened: 0, released: 1 } } } },
      { after: { byRule: { [id]: { opened: 1, released: 1 } } } },
    ]);
  });

  test('leaves an alert suppressed until the last rule that matches it ends', async () => {
    const [first, second] = [await add({ platform: ['windows'] }), await add({ modelName: ['sage'] })];
    const [both = ''] = await open({});
    await endRule(first.id);
    expect(await listedAlerts()).toEqual([]);
    expect(await readSuppression(world.as(analyst), first.id)).toMatchObject({
      restoredCount: 0,
      stillSuppressedCount: 1,
    });
    await endRule(second.id);
    expect(await listedAlerts()).toEqual([both]);
    expect(await readSuppression(world.as(analyst), second.id)).toMatchObject({
      restoredCount: 1,
      stillSuppressedCount: 0,
    });
  });

  test('keeps the changes that analysts make to a suppressed alert', async () => {
    const { id } = await add({ modelName: ['sage'] });
    const ids = await open({});
    await changeAlertStatuses(world.as(analyst), { ids, status: 'resolved', fields: fieldsOf('status') });
    await endRule(id);
    expect(await listedAlerts({ status: ['resolved'] })).toEqual(ids);
    await expectExactSuppression(world);
  });

  test('is active only between its start and its end, and ends automatically', async () => {
    const now = world.clock.milliseconds;
    const period = { startsAt: new Date(now + dayMs), endsAt: new Date(now + 2 * dayMs) };
    const { id } = await add({ modelName: ['sage'] }, period);
    const readState = async () => {
      const row = await readSuppression(world.as(analyst), id);
      return row && stateOf(row, world.clock.milliseconds / 1000);
    };
    await open({ endpoint_id: 'before' });
    expect([await readState(), (await listedAlerts()).length]).toEqual(['scheduled', 1]);
    world.clock.milliseconds = now + dayMs;
    await open({ endpoint_id: 'at the start' });
    await restoreSuppressed(world.alerts);
    expect([await readState(), (await listedAlerts()).length]).toEqual(['active', 1]);
    world.clock.milliseconds = now + 2 * dayMs;
    await open({ endpoint_id: 'at the end' });
    expect([await readState(), (await listedAlerts()).length]).toEqual(['restoring', 2]);
    await restoreSuppressed(world.alerts);
    expect([await readState(), (await listedAlerts()).length]).toEqual(['ended', 3]);
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({
      endedAtEpoch: period.endsAt.getTime() / 1000,
      endedBy: null,
    });
  });

  test('is owned by the specified person, by default the person who adds it', async () => {
    const { sql } = world.test.database;
    await sql`insert into gateway.person (provider, subject, issuer, name, role, tenants, first_sign_in_at, last_sign_in_at)
      values ('corp', 'bob', 'https://corp', 'Bob', 'analyst', '{acme}', 0, 1)`;
    const owner = { id: 'operator:person:corp:bob', name: 'Bob' };
    const chosen = await add({ modelName: ['a'] }, { ownerId: owner.id });
    const ownRule = await add({ modelName: ['b'] });
    const query = `query ($id: ID!) { alertSuppression(id: $id) { owner { id name } createdBy } }`;
    const read = async (id: string) => (await queryAlerts(world, query, { id })).alertSuppression;
    expect(await read(chosen.id)).toEqual({ owner, createdBy: 'ada' });
    expect(await read(ownRule.id)).toMatchObject({ owner: { name: 'ada' } });
    expect(await readAuditEntries()).toMatchObject([{ after: { owner: 'Bob' } }, { after: { owner: 'ada' } }]);
  });

  test('stores its filter with the tenant, even if the caller omitted it, and with values that no alert can have', async () => {
    const technique = ['T1059', 'nul\0', '\ud800'];
    const { id } = await add({ technique });
    const filter = { technique, tenantId: 'acme' };
    expect(await endSuppression(world.as(analyst), id)).toMatchObject({ filter });
    expect(await listSuppressions(world.as(), { first: 1 })).toMatchObject([{ id, filter }]);
    const forAll = await add({ technique: ['T1003'] }, {}, requestOf());
    expect(forAll).toMatchObject({ tenantId: null, filter: { technique: ['T1003'] } });
    expect(forAll.filter).not.toHaveProperty('tenantId');
  });

  test('is in the audit log with all of its changes', async () => {
    const { id } = await add({ modelName: ['sage'] });
    await open({ endpoint_id: 'a' }, { endpoint_id: 'b' });
    const { id: next } = await add({ modelName: ['other'] }, { replacesId: id });
    await restoreSuppressed(world.alerts);
    const object = [`suppression:${id}`];
    expect(await readAuditEntries()).toMatchObject([
      { action: 'add.suppression', tenant_id: 'acme', objects: object, after: { reason, owner: 'ada' } },
      { action: 'suppress.alerts', tenant_id: 'acme', objects: object, after: { byRule: { [id]: { opened: 2 } } } },
      { action: 'end.suppression', tenant_id: 'acme', objects: object, after: { opened: 2 } },
      { action: 'add.suppression', objects: [`suppression:${next}`], after: { replacesId: id } },
      { action: 'restore.alerts', objects: object, after: { restored: 2, stillSuppressed: 0, endedBy: 'ada' } },
    ]);
    await expect(add({ modelName: ['other'] }, { replacesId: id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await endSuppression(world.as(analyst), id)).toMatchObject({ endedBy: 'ada' });
    expect(await readAuditEntries()).toHaveLength(5);
  });
});

describe('matching', () => {
  test('has the same result for opened alerts as for lists, with random filters and alerts', async () => {
    const input = Array.from({ length: 300 }, randomInference);
    await open(...input);
    const rows = await world.test.database.sql<(OpenedAlert & { id: string })[]>`select id,
      tenant_id as "tenantId", endpoint_id as "endpointId", severity::text, platform::text, attack_prob as "attackProb",
      ttp_techniques as "ttpTechniques", model_name as "modelName" from alerts.alert`;
    const sizes = new Set<number>();
    for (let round = 0; round < 150; round++) {
      const filter = randomFilter();
      const { id } = await add(filter);
      const [{ criteria } = {}] = await world.test.database.sql<
        { criteria: SuppressionCriteria }[]
      >`select criteria from alerts.suppression where id = ${id}`;
      const expected = rows.filter((row) => matchesCriteria(criteria as SuppressionCriteria, row)).map((row) => row.id);
      expect(await listedAlerts(filter), JSON.stringify(filter)).toEqual(expected.toSorted());
      sizes.add(expected.length);
      await world.test.database.sql`delete from alerts.suppression`;
    }
    expect(sizes.size).toBeGreaterThan(10);
  });
});

describe('a preview', () => {
  test('counts the alerts of the last days that would match, suppressed or not, by severity, with samples', async () => {
    const hosts = Array.from({ length: 6 }, (_, index) => ({ endpoint_id: `ws-${index}`, attack_prob: 0.6 }));
    const old = await open(...hosts);
    world.clock.milliseconds += 10 * dayMs;
    const { id } = await add({ severity: ['critical'] });
    const [severe = '', ...low] = await open(
      { attack_prob: 0.99, endpoint_id: 'severe' },
      ...hosts.map((host) => ({ ...host, model_name: 'm' })),
    );
    const preview = (days: number) =>
      previewSuppression(world.as(analyst), { filter: { platform: ['windows'] }, days });
    const recent = await preview(9);
    expect(recent).toMatchObject({ low: 6, medium: 0, high: 0, critical: 1, inPeriod: 7 });
    expect(recent.sampleIds).toEqual([severe, ...low].toSorted().slice(0, 5));
    expect(await preview(10)).toMatchObject({ low: 12, critical: 1, inPeriod: 13 });
    expect(await preview(90)).toMatchObject({ low: 6 + old.length });
    for (const days of [0, 91]) await expect(preview(days)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await endRule(id);
  });
});

describe('a rule is rejected', () => {
  test.each<[AlertFilter, object, RegExp]>([
    [{}, {}, /^The filter would suppress all alerts/],
    [{ tenantId: 'acme' }, {}, /^The filter would suppress all alerts/],
    [{ notes: 'x' }, {}, /^notes is not supported in the filter of a rule/],
    [{ modelName: ['m'], suppressed: 'only' }, {}, /^suppressed is not supported in the filter/],
    [{ modelName: [] }, {}, /^The filter matches no alert/],
    [{ modelName: ['m'], tenantId: 'globex' }, {}, /^You may not suppress alerts of the tenant "globex"/],
    [{ modelName: ['m'] }, { reason: '  ' }, /^reason is empty/],
    [{ modelName: ['m'] }, { reason: 'x'.repeat(1001) }, /^reason is longer than 1000/],
    [{ modelName: ['m'] }, { endsAt: new Date(0) }, /^endsAt must be later than/],
    [{ modelName: ['m'] }, { ownerId: 'nobody' }, /^No person who may change alerts has the id "nobody"/],
  ])('with the filter %j and the input %j', async (filter, otherInput, message) => {
    await expect(add(filter, otherInput)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(message),
    });
  });

  test('if its tenant has the maximum number of rules, including rules that are added concurrently', async () => {
    const { sql } = world.test.database;
    const { id } = await add({ modelName: ['m'] });
    await sql`insert into alerts.suppression select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
      from alerts.suppression s cross join generate_series(3, ${maxItems.suppressions}) where id = ${id}`;
    const added = await Promise.allSettled([add({ modelName: ['m'] }), add({ modelName: ['m'] })]);
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(added.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/^There are already 100 rules of the tenant acme, the maximum/) },
    });
    await add({ modelName: ['m'], tenantId: 'globex' }, {}, requestOf());
  });
});

test('the console lists more rules than a single tenant can have', async () => {
  const { id } = await add({ modelName: ['m'] });
  await world.test.database.sql`insert into alerts.suppression
    select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'tenant_id', 'tenant-' || number % 2))).*
    from alerts.suppression s cross join generate_series(1, ${2 * maxItems.suppressions}) number where id = ${id}`;
  const source = readFileSync('console/alerts/operations/alert-suppressions.graphql', 'utf8');
  const { alertSuppressions } = await queryAlerts(world, source, { isEnded: false });
  expect(alertSuppressions).toHaveLength(2 * maxItems.suppressions + 1);
});

describe('rules of other tenants', () => {
  test('cannot be read, ended or replaced, and suppress no alerts of this tenant', async () => {
    const theirs = await add({ tenantId: 'globex', modelName: ['sage'] }, {}, requestOf());
    const everyone = await add({ modelName: ['noise'] }, {}, requestOf());
    expect([theirs.tenantId, everyone.tenantId]).toEqual(['globex', null]);
    const [own = '', hidden = ''] = await open({ endpoint_id: 'a' }, { endpoint_id: 'b', model_name: 'noise' });
    await open({ tenant_id: 'globex' });
    expect(await listedAlerts()).toEqual([own]);
    expect(await listedAlerts({ suppressed: 'only' })).toEqual([hidden]);
    expect(await listSuppressions(world.as(analyst), { first: 10 })).toEqual([]);
    for (const { id } of [theirs, everyone]) {
      expect(await readSuppression(world.as(analyst), id)).toBeNull();
      await expect(endSuppression(world.as(analyst), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(add({ modelName: ['x'] }, { replacesId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await listSuppressions(world.as(), { first: 10, isEnded: false })).toHaveLength(2);
  });
});

describe('restoring', () => {
  test('leaves a consistent state during imports, triage and the end of other rules', async () => {
    const ids = await Promise.all([
      add({ modelName: ['a', 'b'] }),
      add({ modelName: ['b', 'c'] }),
      add({ platform: ['linux'] }),
    ]);
    const importing = async (lane: number) => {
      for (let batch = 0; batch < 12; batch++) {
        const input = Array.from({ length: 40 }, () => ({
          ...randomInference(),
          endpoint_id: `ws-${lane}-${Math.floor(Math.random() * 30)}`,
        }));
        const opened = await open(...input);
        if (batch % 4 === 0) {
          await changeAlertStatuses(world.as(), {
            ids: [...new Set(opened)].slice(0, 20),
            status: 'acknowledged',
            fields: fieldsOf('status'),
          });
        }
      }
    };
    const ending = async () => {
      for (const { id } of ids) {
        await endSuppression(world.as(analyst), id);
        await Promise.all([restoreSuppressed(world.alerts), restoreSuppressed(world.alerts)]);
        await expectExactSuppression(world);
      }
      await add({ modelName: ['d'] });
    };
    await Promise.all([...Array.from({ length: 4 }, (_, lane) => importing(lane)), ending()]);
    await restoreSuppressed(world.alerts);
    const remaining = await expectExactSuppression(world);
    expect(remaining.every(({ model }) => model === 'd')).toBe(true);
  });

  test('that fails does not prevent the restoration of other alerts', async () => {
    const { id: failing } = await add({ modelName: ['sage'] });
    const { id: later } = await add({ modelName: ['gat'] });
    await open({ endpoint_id: 'ws-1', model_name: 'sage' }, { endpoint_id: 'ws-2', model_name: 'gat' });
    for (const id of [failing, later]) await endSuppression(world.as(analyst), id);
    const { sql } = world.test.database;
    await sql.unsafe(`alter table alerts.alert add constraint failing
      check (suppressed_by is not null or endpoint_id <> 'ws-1')`);
    await expect(restoreSuppressed(world.alerts)).rejects.toThrow(/failing/);
    expect(await readSuppression(world.as(analyst), failing)).toMatchObject({
      ...{ finishedAtEpoch: null, error: expect.stringMatching(/failing/) },
    });
    expect(await readSuppression(world.as(analyst), later)).toMatchObject({ restoredCount: 1, error: null });
    await sql`alter table alerts.alert drop constraint failing`;
    await restoreSuppressed(world.alerts);
    expect(await expectExactSuppression(world)).toEqual([]);
  });

  /** Adds a rule, opens 1800 alerts that it suppresses, which are restored in two steps, and ends it. */
  async function endLargeRule(): Promise<string> {
    const { id } = await add({ modelName: ['sage'] });
    for (const batch of [0, 1, 2]) {
      await open(...Array.from({ length: 600 }, (_, index) => ({ endpoint_id: `ws-${batch}-${index}` })));
    }
    await endSuppression(world.as(analyst), id);
    return id;
  }

  /** Locks the last alert. Returns a function that releases the lock. */
  async function lockLastAlert(): Promise<() => Promise<void>> {
    const [lockTaken, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocker = world.test.database.transaction(async (blockerSql) => {
      await blockerSql`select from alerts.alert where id = (select id from alerts.alert order by id desc limit 1) for update`;
      lockTaken.resolve();
      await blocked.promise;
    });
    await lockTaken.promise;
    const release = async () => {
      blocked.resolve();
      await blocker;
    };
    onTestFinished(release);
    return release;
  }

  const waiting = () => world.test.database.sql<{ pid: number }[]>`select pid from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;

  test('takes turns with other restorations, so a large one does not delay a small one', async () => {
    const large = await endLargeRule();
    world.clock.milliseconds += 1000;
    const { id: small } = await add({ modelName: ['gat'] });
    await open({ model_name: 'gat' });
    await endRule(small);
    const finished = await world.test.database.sql`select objects[1] as object from platform.audit_pending
      where action = 'restore.alerts' order by id`;
    expect(finished.map(({ object }) => object)).toEqual([`suppression:${small}`, `suppression:${large}`]);
  });

  test('occupies one job of a process, however many rules have ended', async () => {
    const { run } = suppressionsJobOf(world.alerts);
    await endLargeRule();
    const release = await lockLastAlert();
    const running = run({});
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const { id } = await add({ modelName: ['gat'] });
    await endSuppression(world.as(analyst), id);
    const expiring = await add({ modelName: ['m'] }, { endsAt: new Date(world.clock.milliseconds + 3_600_000) });
    world.clock.milliseconds += 3_600_000;
    await run({});
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({ finishedAtEpoch: null });
    expect(await readSuppression(world.as(analyst), expiring.id)).toMatchObject({
      endedAtEpoch: expect.any(Number),
      finishedAtEpoch: null,
    });
    await release();
    await running;
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({ finishedAtEpoch: expect.any(Number) });
  });

  test('continues after its connection was killed within a step, and restores each alert once', async () => {
    const id = await endLargeRule();
    const { sql } = world.test.database;
    const release = await lockLastAlert();
    const failed = restoreSuppressed(world.alerts).catch((error: unknown) => error);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({ restoredCount: 1000, finishedAtEpoch: null });
    for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`;
    expect(await failed).toBeInstanceOf(Error);
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({
      restoredCount: 1000,
      error: expect.any(String),
    });
    await release();
    await restoreSuppressed(world.alerts);
    expect(await readSuppression(world.as(analyst), id)).toMatchObject({
      ...{ openedCount: 1800, restoredCount: 1800, error: null, finishedAtEpoch: expect.any(Number) },
    });
    expect(await expectExactSuppression(world)).toEqual([]);
  });
});
