import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { anonymous } from '../../platform/caller.js';
import { assignAlert } from '../../subgraphs/alerts/triage/service/assign-alerts.js';
import {
  cancelBulkChange,
  listBulkChanges,
  previewBulkChange,
  readBulkChange,
  startBulkChange,
} from '../../subgraphs/alerts/triage/service/bulk-changes.js';
import { submitVerdict, updateAlert } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import {
  runBulkChange,
  runBulkChanges,
  sweepBulkChanges,
} from '../../subgraphs/alerts/triage/service/run-bulk-changes.js';
import { skippedAlertsOf } from '../../subgraphs/alerts/triage/service/skipped-alerts.js';
import {
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  requestOf,
  start,
} from './support/alert-world.js';

const count = 2500;
const world = describeAlertWorld({ RAMPART_AUTH_ALERTS: 'token', RAMPART_ALERTS_BULK_MAX_ALERTS: String(count) });
const analyst = requestOf(analystOf('acme'));
const other = requestOf(analystOf('globex', 'bob'));
const open = { status: ['open' as const], tenantId: 'acme' };
const fields = fieldsOf('status');

beforeAll(async () => {
  for (let from = 0; from < count; from += 500) {
    const inferences = Array.from({ length: 500 }, (_, index) =>
      inference({
        endpoint_id: `ws-${(from + index) % 300}`,
        timestamp: start + (from + index) * 10_000,
        attack_prob: 0.6,
      }),
    );
    await importAll(world.alerts, inferences);
  }
  await importAll(world.alerts, [inference({ tenant_id: 'globex' })]);
});

/** Opens all alerts again, and deletes their history. */
beforeEach(async () => {
  await world.test.database.sql`delete from alerts.bulk_change`;
  await world.test.database.sql`delete from alerts.alert_transition`;
  await world.test.database.sql`delete from alerts.alert_verdict`;
  await world.test.database.sql`delete from alerts.alert_assignment`;
  await world.test.database.sql`delete from alerts.alert where endpoint_id = 'late'`;
  await world.test.database.sql`update alerts.alert set status = 'open', analyst_notes = '', resolved_by = null,
    assignee_id = null, assignee_name = null, updated_at = created_at`;
  await world.test.database.sql`update alerts.endpoint set open_alerts = total_alerts`;
});

const onlyRow = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row> => (await rows)[0] as Row; // Exactly one row.

/** Counts of resolved and changed alerts, according to the alerts, tally, endpoints and transitions. */
async function readCounts() {
  const { sql } = world.test.database;
  return await onlyRow(sql`select
    (select count(*)::int from alerts.alert where status = 'resolved') as resolved,
    (select coalesce(sum(alerts), 0)::int from alerts.alert_tally where status = 'resolved' and tenant_id = 'acme') as tallied,
    (select (sum(total_alerts) - sum(open_alerts))::int from alerts.endpoint) as closed,
    (select count(*)::int from alerts.alert_transition) as transitions,
    (select count(distinct alert_id)::int from alerts.alert_transition) as changed`);
}

async function readAuditEntries(id: string) {
  return await world.test.database.sql`select action, tenant_id, coalesce(actor_name, '') as actor, after
    from platform.audit_pending where ${`bulk-change:${id}`} = any(objects) order by id`;
}

describe('a change by filter', () => {
  test('changes exactly the alerts of its preview, and records the history of single changes and two audit entries', async () => {
    const preview = await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved', notes: 'sweep' });
    expect(preview).toMatchObject({ state: 'preview', count, changedCount: 0, tenants: ['acme'] });
    // Opened after the preview.
    await importAll(world.alerts, [inference({ endpoint_id: 'late', attack_prob: 0.6 })]);
    await runBulkChanges(world.alerts);
    expect(await readCounts()).toMatchObject({ resolved: 0, transitions: 0 });
    expect(await startBulkChange(world.as(analyst), preview.id)).toMatchObject({ state: 'running' });
    await runBulkChanges(world.alerts);
    const completed = await readBulkChange(world.as(analyst), preview.id);
    expect(completed).toMatchObject({ state: 'done', count, changedCount: count, conflictCount: 0, deletedCount: 0 });
    expect(await readCounts()).toEqual({
      resolved: count,
      tallied: count,
      closed: count,
      transitions: count,
      changed: count,
    });
    const unchangedAlerts = await world.test.database
      .sql`select distinct from_status, to_status, caller, resolved_by, notes, via::text
      from alerts.alert_transition`;
    expect(unchangedAlerts).toEqual([
      { from_status: 'open', to_status: 'resolved', caller: 'ada', resolved_by: null, notes: 'sweep', via: 'graphql' },
    ]);
    const counts = { changed: count, conflicts: 0, gone: 0, remaining: 0 };
    expect(await readAuditEntries(preview.id)).toMatchObject([
      {
        action: 'start.bulk-change',
        tenant_id: 'acme',
        actor: 'ada',
        after: { filter: open, change: { status: 'resolved' }, count },
      },
      {
        action: 'finish.bulk-change',
        tenant_id: 'acme',
        actor: '',
        after: { startedBy: 'ada', filter: open, ...counts },
      },
    ]);
    expect(await world.test.database.sql`select from alerts.bulk_change_chunk`).toHaveLength(0);
    // A repeated request has no effect.
    expect(await startBulkChange(world.as(analyst), preview.id)).toMatchObject({ state: 'done' });
  });

  test('counts and lists alerts that were triaged, became more severe or were deleted since the preview', async () => {
    const filter = { ...open, severity: ['low' as const] };
    const preview = await previewBulkChange(world.as(analyst), { filter, isTruePositive: false });
    const ids = (
      await world.test.database.sql`select id::text from alerts.alert where tenant_id = 'acme' order by id limit 5`
    ).map(({ id }) => id);
    const [updated = '', restored = '', assigned = '', severe = '', deleted = ''] = ids;
    await updateAlert(world.as(analyst), { id: updated, status: 'investigating', fields });
    for (const status of ['acknowledged', 'open'] as const)
      await updateAlert(world.as(analyst), { id: restored, status, fields });
    await assignAlert(world.as(analyst), { id: assigned, assigneeId: 'operator:ada', fields });
    await world.test.database
      .sql`update alerts.alert set attack_prob = 0.99, severity = 'critical', updated_at = updated_at + 1 where id = ${severe}`;
    const row = await onlyRow(
      world.test.database.sql`select to_jsonb(alert) as alert from alerts.alert where id = ${deleted}`,
    );
    await world.test.database.sql`delete from alerts.alert where id = ${deleted}`;
    await startBulkChange(world.as(analyst), preview.id);
    await runBulkChanges(world.alerts);
    const completed = await readBulkChange(world.as(analyst), preview.id);
    expect(completed).toMatchObject({
      state: 'done',
      count,
      changedCount: count - 5,
      conflictCount: 4,
      deletedCount: 1,
    });
    const skipped = await skippedAlertsOf(world.as(analyst), { id: preview.id, first: 3, after: null });
    const after = skipped.pageInfo.endCursor;
    const secondPage = await skippedAlertsOf(world.as(analyst), { id: preview.id, first: 3, after });
    expect([skipped.pageInfo.hasNextPage, secondPage.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(
      Object.fromEntries([...skipped.nodes, ...secondPage.nodes].map(({ alertId, reason }) => [alertId, reason])),
    ).toEqual({
      ...{ [updated]: 'triaged', [restored]: 'triaged', [assigned]: 'triaged' },
      ...{ [severe]: 'unmatched', [deleted]: 'deleted' },
    });
    const verdicts = await world.test.database
      .sql`select count(*)::int, count(distinct alert_id)::int as alerts, bool_or(is_true_positive) as positive
      from alerts.alert_verdict where is_latest`;
    expect(verdicts).toEqual([{ count: count - 5, alerts: count - 5, positive: false }]);
    await world.test.database.sql`update alerts.alert set attack_prob = 0.6, severity = 'low' where id = ${severe}`;
    await world.test.database
      .sql`insert into alerts.alert select (jsonb_populate_record(null::alerts.alert, ${JSON.stringify(row.alert)}::text::jsonb)).*`;
  });

  test('replaces earlier verdicts, and assigns and unassigns alerts', async () => {
    const id = (
      await onlyRow(world.test.database.sql`select id::text from alerts.alert where tenant_id = 'acme' limit 1`)
    ).id;
    await submitVerdict(world.as(analyst), { alertId: id, isTruePositive: false, fields });
    const filter = { tenantId: 'acme' };
    await change({ filter, isTruePositive: true, actor: 'playbook' });
    const latest = await world.test.database
      .sql`select is_true_positive, analyst, count(*)::int from alerts.alert_verdict where is_latest group by 1, 2`;
    expect(latest).toEqual([{ is_true_positive: true, analyst: 'playbook', count }]);
    await change({ filter, assigneeId: 'operator:ada' });
    expect(
      await world.test.database
        .sql`select distinct assignee_id, assignee_name from alerts.alert where tenant_id = 'acme'`,
    ).toEqual([{ assignee_id: 'operator:ada', assignee_name: 'ada' }]);
    await change({ filter, unassign: true });
    expect(
      await world.test.database
        .sql`select from_id, to_id, count(*)::int from alerts.alert_assignment group by 1, 2 order by 1 nulls first`,
    ).toEqual([
      { from_id: null, to_id: 'operator:ada', count },
      { from_id: 'operator:ada', to_id: null, count },
    ]);
  });

  test('is not started if the new assignee has lost the role since the preview', async () => {
    const { sql } = world.test.database;
    const { id: tokenId } = await onlyRow(sql<{ id: string }[]>`
      insert into gateway.operator_tokens (name, prefix, hash, role, tenant_id, created_at)
      values ('bob', 'p', 'h', 'analyst', 'acme', now()) returning id`);
    const input = { filter: { tenantId: 'acme' }, assigneeId: `operator:${tokenId}` };
    const preview = await previewBulkChange(world.as(analyst), input);
    await sql`update gateway.operator_tokens set revoked_at = now() where id = ${tokenId}`;
    const message = '"bob" may not change all of these alerts any more: preview the change again with another assignee';
    const attempt = startBulkChange(world.as(analyst), preview.id);
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', message });
    expect(await readBulkChange(world.as(analyst), preview.id)).toMatchObject({ state: 'preview' });
    await sql`update gateway.operator_tokens set revoked_at = null where id = ${tokenId}`;
    expect(await startBulkChange(world.as(analyst), preview.id)).toMatchObject({ state: 'running' });
  });

  async function change(input: Parameters<typeof previewBulkChange>[1]) {
    const { id } = await previewBulkChange(world.as(analyst), input);
    await startBulkChange(world.as(analyst), id);
    await runBulkChanges(world.alerts);
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({ state: 'done', changedCount: count });
  }

  test('changes each alert once despite four runners, triage and another bulk change at the same time', async () => {
    const [first, second] = [
      await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved' }),
      await previewBulkChange(world.as(analyst), { filter: open, status: 'false_positive' }),
    ];
    await startBulkChange(world.as(analyst), first.id);
    await startBulkChange(world.as(analyst), second.id);
    const ids = (
      await world.test.database
        .sql`select id::text from alerts.alert where tenant_id = 'acme' order by random() limit 40`
    ).map(({ id }) => id);
    const runners = Array.from({ length: 4 }, () => runBulkChanges(world.alerts));
    const changes = ids.map((id) => updateAlert(world.as(analyst), { id, status: 'investigating', fields }));
    await Promise.all([...runners, ...changes]);
    await runBulkChanges(world.alerts);
    const rows = [
      await readBulkChange(world.as(analyst), first.id),
      await readBulkChange(world.as(analyst), second.id),
    ];
    expect(rows.map((row) => row?.state)).toEqual(['done', 'done']);
    expect(rows.map((row) => (row?.changedCount ?? 0) + (row?.conflictCount ?? 0))).toEqual([count, count]);
    // Each alert is changed by at most one of the two, because the second one finds the triage of the first.
    const { sql } = world.test.database;
    const bulk =
      await sql`select to_status::text, count(*)::int from alerts.alert_transition where to_status <> 'investigating' group by 1`;
    const changed = rows.reduce((sum, row) => sum + (row?.changedCount ?? 0), 0);
    expect(bulk.reduce((sum, row) => sum + row.count, 0)).toBe(changed);
    const twice =
      await sql`select alert_id from alerts.alert_transition where to_status <> 'investigating' group by 1 having count(*) > 1`;
    expect(twice).toEqual([]);
    const stray =
      await sql`select from alerts.endpoint where hostname <> 'late' and open_alerts <> (select count(*) from alerts.alert
      where alert.tenant_id = endpoint.tenant_id and endpoint_id = hostname and status = 'open')`;
    expect(stray).toHaveLength(0);
  });

  test('continues after its connection was killed within a step, and repeats nothing', async () => {
    const { id } = await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved' });
    await startBulkChange(world.as(analyst), id);
    const { sql } = world.test.database;
    // The second step waits for this lock, with its locks and changes.
    const blocked = Promise.withResolvers<void>();
    const lockTaken = Promise.withResolvers<void>();
    const blocker = world.test.database.transaction(async (blockerSql) => {
      const last =
        await blockerSql`select unnest(alert_ids) as id from alerts.bulk_change_chunk where change_id = ${id} and number = 1 order by 1 desc limit 1`;
      await blockerSql`select from alerts.alert where id = ${last[0]?.id} for update`;
      lockTaken.resolve();
      await blocked.promise;
    });
    await lockTaken.promise;
    const failed = runBulkChange(world.alerts, id).catch((error: unknown) => error);
    const waiting = () =>
      sql<
        { pid: number }[]
      >`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({ changedCount: 1000, nextChunk: 1 });
    for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`;
    expect(await failed).toBeInstanceOf(Error);
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({
      state: 'running',
      changedCount: 1000,
      error: expect.any(String),
    });
    blocked.resolve();
    await blocker;
    await runBulkChanges(world.alerts);
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({
      state: 'done',
      changedCount: count,
      error: null,
    });
    expect(await readCounts()).toEqual({
      resolved: count,
      tallied: count,
      closed: count,
      transitions: count,
      changed: count,
    });
  });

  test('takes turns with other bulk changes, so a large one does not delay a small one', async () => {
    const large = await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved' });
    const small = await previewBulkChange(world.as(other), { filter: {}, status: 'resolved' });
    await startBulkChange(world.as(analyst), large.id);
    await startBulkChange(world.as(other), small.id);
    await runBulkChanges(world.alerts);
    const finished = await world.test.database.sql`select objects[1] as object from platform.audit_pending
      where action = 'finish.bulk-change' order by id desc limit 2`;
    expect(finished.map(({ object }) => object)).toEqual([`bulk-change:${large.id}`, `bulk-change:${small.id}`]);
  });

  test('that fails does not prevent the bulk changes that were started later', async () => {
    const failing = await previewBulkChange(world.as(other), { filter: {}, status: 'resolved' });
    const { id } = await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved' });
    await startBulkChange(world.as(other), failing.id);
    await startBulkChange(world.as(analyst), id);
    await world.test.database
      .sql`update alerts.bulk_change set change = (change::jsonb || '{"status": "unknown"}')::json
      where id = ${failing.id}`;
    await expect(runBulkChanges(world.alerts)).rejects.toThrow(/unknown/);
    expect(await readBulkChange(world.as(other), failing.id)).toMatchObject({
      state: 'running',
      error: expect.stringMatching(/unknown/),
    });
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({ state: 'done', changedCount: count });
  });

  test('stops when it is cancelled, and when the process stops', async () => {
    const { id } = await previewBulkChange(world.as(analyst), { filter: open, status: 'resolved' });
    await startBulkChange(world.as(analyst), id);
    const stopping = new AbortController();
    await runBulkChange(world.alerts, id, { signal: stopping.signal, onStep: () => stopping.abort() });
    expect(await readBulkChange(world.as(analyst), id)).toMatchObject({ state: 'running', changedCount: 1000 });
    expect(await cancelBulkChange(world.as(), id)).toMatchObject({ state: 'cancelled', changedCount: 1000 });
    await runBulkChanges(world.alerts);
    expect(await readCounts()).toMatchObject({ resolved: 1000, transitions: 1000 });
    expect(await startBulkChange(world.as(analyst), id)).toMatchObject({ state: 'cancelled' });
    expect((await readAuditEntries(id)).map(({ action, after }) => [action, after.remaining])).toEqual([
      ['start.bulk-change', undefined],
      ['cancel.bulk-change', count - 1000],
    ]);
  });
});

describe('a preview', () => {
  test('can be started only by its creator, with access to its tenants, and within 15 minutes', async () => {
    const { id } = await previewBulkChange(world.as(analyst), { filter: {}, status: 'resolved' });
    const ownTenant = requestOf(analystOf('acme', 'eve'));
    for (const request of [other, ownTenant]) {
      expect(await readBulkChange(world.as(request), id)).toBeNull();
      await expect(startBulkChange(world.as(request), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(cancelBulkChange(world.as(request), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(startBulkChange(world.as(requestOf(analystOf('globex'))), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    world.clock.milliseconds += 900_000;
    await sweepBulkChanges(world.alerts);
    expect(await startBulkChange(world.as(analyst), id)).toMatchObject({ state: 'running' });
    const later = await previewBulkChange(world.as(analyst), { filter: {}, status: 'resolved' });
    world.clock.milliseconds += 900_001;
    await expect(startBulkChange(world.as(analyst), later.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await sweepBulkChanges(world.alerts);
    expect((await world.test.database.sql`select id::text from alerts.bulk_change`).map((row) => row.id)).toEqual([id]);
    expect(await listBulkChanges(world.as(ownTenant), 10)).toMatchObject([{ id }]);
    expect(await listBulkChanges(world.as(other), 10)).toEqual([]);
    expect(await skippedAlertsOf(world.as(other), { id, first: 1, after: null })).toMatchObject({ nodes: [] });
  });

  test('belongs to the tenants of its creator if its filter matches nothing, and then to no other tenant', async () => {
    const start = async (request: typeof analyst, filter: object): Promise<string> => {
      const { id } = await previewBulkChange(world.as(request), { filter, status: 'resolved', notes: 'internal' });
      await startBulkChange(world.as(request), id);
      return id;
    };
    const ids = [
      await start(other, { tenantId: 'acme' }),
      await start(requestOf(), { tenantId: 'globex', modelName: [] }),
    ];
    expect(await listBulkChanges(world.as(analyst), 10)).toEqual([]);
    for (const id of ids) {
      expect(await readBulkChange(world.as(analyst), id)).toBeNull();
      await expect(cancelBulkChange(world.as(analyst), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await listBulkChanges(world.as(other), 10)).toMatchObject([{ id: ids[0], tenants: ['globex'], count: 0 }]);
    // Changes that earlier releases stored have an empty list of tenants.
    await world.test.database.sql`update alerts.bulk_change set tenants = '{}'`;
    expect(await listBulkChanges(world.as(analyst), 10)).toEqual([]);
    for (const id of ids) expect(await readBulkChange(world.as(analyst), id)).toBeNull();
    expect(await listBulkChanges(world.as(), 10)).toHaveLength(2);
  });

  test('accepts the maximum number of alerts, and rejects one more', async () => {
    expect((await previewBulkChange(world.as(), { filter: { tenantId: 'acme' }, status: 'open' })).count).toBe(count);
    const tooLarge = previewBulkChange(world.as(), { filter: {}, status: 'open' });
    await expect(tooLarge).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^More alerts match than the maximum of 2500/),
    });
    expect(
      await previewBulkChange(world.as(analyst), { filter: { tenantId: 'globex' }, status: 'open' }),
    ).toMatchObject({ count: 0 });
  });

  test('is limited to five per caller, and the sixth replaces the oldest', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) {
      world.clock.milliseconds += 1;
      ids.push((await previewBulkChange(world.as(analyst), { filter: { endpointId: 'ws-1' }, status: 'open' })).id);
    }
    const rows = await world.test.database.sql`select id::text from alerts.bulk_change order by created_at`;
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test('ends after the timeout of a request', async () => {
    const [lockTaken, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocker = world.test.database.transaction(async (sql) => {
      await sql`lock table alerts.alert`;
      lockTaken.resolve();
      await blocked.promise;
    });
    onTestFinished(async () => {
      blocked.resolve();
      await blocker;
    });
    await lockTaken.promise;
    const request = { ...world.as(analyst), settings: { ...world.alerts.settings, requestTimeoutMs: 20 } };
    const preview = previewBulkChange(request, { filter: open, status: 'resolved' });
    await expect(preview).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('is not replaced by the sixth one while it is being started', async () => {
    const ids: string[] = [];
    const preview = async () => {
      world.clock.milliseconds += 1;
      const { id } = await previewBulkChange(world.as(analyst), { filter: { endpointId: 'ws-1' }, status: 'open' });
      ids.push(id);
    };
    for (let number = 0; number < 5; number++) await preview();
    const [oldest = ''] = ids;
    const { database } = world.test;
    const waiting = async () =>
      (
        await database.sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`
      ).length;
    const [lockTaken, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocker = database.transaction(async (blockerSql) => {
      await blockerSql`lock table platform.audit_pending`;
      lockTaken.resolve();
      await blocked.promise;
    });
    await lockTaken.promise;
    const started = startBulkChange(world.as(analyst), oldest);
    await expect.poll(waiting).toBe(1);
    const sixth = preview();
    await expect.poll(waiting).toBe(2);
    blocked.resolve();
    await Promise.all([blocker, started, sixth]);
    expect(await readBulkChange(world.as(analyst), oldest)).toMatchObject({ state: 'running' });
  });

  test.each([
    [{}, /one of status/],
    [{ status: 'open', isTruePositive: true }, /one of status/],
    [{ unassign: true, notes: 'x' }, /notes and actor/],
    [{ assigneeId: 'nobody' }, /No person who may change alerts has the id "nobody"/],
  ] as const)('rejects %j', async (input, message) => {
    const preview = previewBulkChange(world.as(analyst), { filter: {}, ...input });
    await expect(preview).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringMatching(message) });
  });

  test.each([
    [anonymous, 'UNAUTHENTICATED'],
    [{ ...analystOf('acme'), role: 'viewer' as const }, 'FORBIDDEN'],
  ])('is denied to %j', async (caller, code) => {
    const as = world.as(requestOf(caller));
    const id = '00000000-0000-0000-0000-000000000000';
    for (const attempt of [
      previewBulkChange(as, { filter: {}, status: 'open' }),
      startBulkChange(as, id),
      cancelBulkChange(as, id),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code });
    }
  });
});
