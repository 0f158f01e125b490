import { describe, expect, test } from 'vitest';
import { groupCandidates } from '../../subgraphs/alerts/incidents/index.js';
import {
  addAlerts,
  mergeIncidents,
  openIncident,
  removeAlerts,
  splitIncident,
} from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import { listIncidents, timelinesOf } from '../../subgraphs/alerts/incidents/service/read-incidents.js';
import { updateIncident } from '../../subgraphs/alerts/incidents/service/update-incidents.js';
import { untilWaiting } from '../support/lock-waits.js';
import { describeAlertWorld, importAll, inference, start, type WireInference } from './support/alert-world.js';

const world = describeAlertWorld({ RAMPART_ALERTS_INCIDENT_MIN_ALERTS: '3' });
const strictRule = describeAlertWorld({
  RAMPART_ALERTS_INCIDENT_MIN_ALERTS: '2',
  RAMPART_ALERTS_INCIDENT_SHARED_TECHNIQUES: '2',
  RAMPART_ALERTS_CORRELATION_WINDOW_SECONDS: '60',
});
const withoutRule = describeAlertWorld();

/** Opens alerts with a technique at these seconds, each on a separate host. */
async function alertsAt(
  tenant_id: string,
  seconds: readonly number[],
  otherFields: Partial<WireInference> = {},
  { alerts } = world,
) {
  const fixture = seconds.map((second) =>
    inference({
      ...{ tenant_id, endpoint_id: `host-${Math.random()}`, timestamp: start + second, ttp_techniques: ['T1059'] },
      ...otherFields,
    }),
  );
  const { results } = await importAll(alerts, fixture);
  return results.map(({ alertId }) => alertId ?? '');
}

/** Evaluates the rule, and returns the sizes of the tenant's incidents, largest first. */
async function groupAlerts(tenantId: string, of = world): Promise<number[]> {
  await groupCandidates(of.alerts);
  return await sizesOf(tenantId, of);
}

async function sizesOf(tenantId: string, { test: { database } } = world): Promise<number[]> {
  const { sql } = database;
  const rows = await sql<{ alerts: number }[]>`select count(*)::int as alerts from alerts.alert
    where tenant_id = ${tenantId} and incident_id is not null group by incident_id order by 1 desc`;
  return rows.map(({ alerts }) => alerts);
}

async function incidentsOf(tenantId: string) {
  const input = { orderBy: null, first: null, after: null, wantsTotal: false };
  return (await listIncidents(world.as(), { filter: { tenantId }, ...input })).nodes;
}

describe('the rule', () => {
  test('opens an incident for three related alerts, and adds later ones until it is closed', async () => {
    await alertsAt('rule', [0, 300]);
    expect(await groupAlerts('rule')).toEqual([]);
    await alertsAt('rule', [150]);
    expect(await groupAlerts('rule')).toEqual([3]);
    const [incident] = await incidentsOf('rule');
    expect(incident).toMatchObject({ isAutomatic: true, title: expect.stringContaining('Command and Scripting') });
    // Within the window of the last alert, but not of all alerts.
    await alertsAt('rule', [600, 901]);
    expect(await groupAlerts('rule')).toEqual([4]);
    const [timeline] = await timelinesOf(world.as(), { ids: [incident?.id ?? ''], first: 10, after: null });
    expect(timeline?.nodes.map(({ kind, callerId, via, alertCount }) => ({ kind, callerId, via, alertCount }))).toEqual(
      [
        { kind: 'alerts_added', callerId: null, via: null, alertCount: 1 },
        { kind: 'opened', callerId: null, via: null, alertCount: 3 },
      ],
    );
    await updateIncident(world.as(), { id: incident?.id ?? '', status: 'resolved' });
    await alertsAt('rule', [150]);
    expect(await groupAlerts('rule')).toEqual([4]);
  });

  test.each<[string, Partial<WireInference>]>([
    ['of another tenant', { tenant_id: 'elsewhere' }],
    ['with other techniques', { ttp_techniques: ['T1003'] }],
  ])('does not count alerts %s', async (name, difference) => {
    await alertsAt(name, [0, 0]);
    await alertsAt(name, [0], difference);
    expect(await groupAlerts(name)).toEqual([]);
  });

  test('does not relate alerts of one endpoint to each other, but counts each of them for an alert of another endpoint', async () => {
    const name = 'endpoints';
    for (const model_name of ['a', 'b', 'c']) await alertsAt(name, [0], { endpoint_id: 'same', model_name });
    expect(await groupAlerts(name)).toEqual([]);
    await alertsAt(name, [0]);
    expect(await groupAlerts(name)).toEqual([4]);
  });

  test('requires the configured number of common techniques within the configured time', async () => {
    const twoTechniques = { ttp_techniques: ['T1059', 'T1003'] };
    const groupPair = async (name: string, second: number, techniques: string[]) => {
      await alertsAt(name, [0], twoTechniques, strictRule);
      await alertsAt(name, [second], { ttp_techniques: techniques }, strictRule);
      return await groupAlerts(name, strictRule);
    };
    expect(await groupPair('one-common', 0, ['T1059', 'T1021'])).toEqual([]);
    expect(await groupPair('too-late', 61, ['T1059', 'T1003'])).toEqual([]);
    expect(await groupPair('enough', 60, ['T1021', 'T1003', 'T1059'])).toEqual([2]);
  });

  test('does not count closed alerts', async () => {
    const [first = ''] = await alertsAt('closed', [0, 0]);
    await world.test.database.sql`update alerts.alert set status = 'false_positive' where id = ${first}`;
    await alertsAt('closed', [0]);
    expect(await groupAlerts('closed')).toEqual([]);
  });

  test('joins incidents that analysts opened', async () => {
    const [first = ''] = await alertsAt('by-hand', [0]);
    await openIncident(world.as(), { title: 'mine', alertIds: [first] });
    await alertsAt('by-hand', [10]);
    expect(await groupAlerts('by-hand')).toEqual([2]);
  });

  test('does not put back alerts that analysts removed or split, unless analysts add them again', async () => {
    const tenantId = 'removed';
    const host = { endpoint_id: 'extended' };
    const [first = ''] = await alertsAt(tenantId, [0], host);
    const [, split = ''] = await alertsAt(tenantId, [10, 20]);
    expect(await groupAlerts(tenantId)).toEqual([3]);
    const [{ id = '' } = {}] = await incidentsOf(tenantId);
    await removeAlerts(world.as(), { id, alertIds: [first] });
    // An inference extends the alert, and another alert matches it.
    await alertsAt(tenantId, [30], host);
    await alertsAt(tenantId, [40]);
    expect(await groupAlerts(tenantId)).toEqual([3]);
    await addAlerts(world.as(), { id, alertIds: [first] });
    const { id: otherId } = await splitIncident(world.as(), { id, title: 'Another attack', alertIds: [split] });
    await removeAlerts(world.as(), { id: otherId, alertIds: [split] });
    await alertsAt(tenantId, [50]);
    expect(await groupAlerts(tenantId)).toEqual([4]);
  });

  test('does not put back alerts that analysts removed before the incident was merged into others', async () => {
    const tenantId = 'merged';
    const host = { endpoint_id: 'extended' };
    const [first = ''] = await alertsAt(tenantId, [0], host);
    await alertsAt(tenantId, [10, 20]);
    expect(await groupAlerts(tenantId)).toEqual([3]);
    const [{ id: sourceId = '' } = {}] = await incidentsOf(tenantId);
    await removeAlerts(world.as(), { id: sourceId, alertIds: [first] });
    let lastId = sourceId;
    for (const alertId of await alertsAt(tenantId, [9000, 18_000])) {
      const { id } = await openIncident(world.as(), { title: 'The whole attack', alertIds: [alertId] });
      await mergeIncidents(world.as(), { id, sourceIds: [lastId] });
      lastId = id;
    }
    await alertsAt(tenantId, [30], host);
    await alertsAt(tenantId, [40]);
    expect(await groupAlerts(tenantId)).toEqual([5]);
  });

  test('remembers each of many alerts that were removed at once, of which the timeline lists 100', async () => {
    const tenantId = 'many';
    await alertsAt(
      tenantId,
      Array.from({ length: 110 }, (_, index) => index),
    );
    const ids = await alertsAt(
      tenantId,
      Array.from({ length: 110 }, (_, index) => index),
    );
    expect(await groupAlerts(tenantId)).toEqual([220]);
    const [{ id = '' } = {}] = await incidentsOf(tenantId);
    await removeAlerts(world.as(), { id, alertIds: ids });
    await alertsAt(tenantId, [5]);
    expect(await groupAlerts(tenantId)).toEqual([111]);
    const [timeline] = await timelinesOf(world.as(), { ids: [id], first: 10, after: null });
    const removal = timeline?.nodes.find(({ kind }) => kind === 'alerts_removed');
    expect(removal).toMatchObject({ alertCount: 110, alertIds: { length: 100 } });
  });

  test('considers an alert again when an inference extends it', async () => {
    await alertsAt('wider', [0, 0]);
    await alertsAt('wider', [500], { endpoint_id: 'far' });
    expect(await groupAlerts('wider')).toEqual([]);
    await alertsAt('wider', [250], { endpoint_id: 'far' });
    expect(await groupAlerts('wider')).toEqual([3]);
  });

  test('is off by default', async () => {
    const fixture = [1, 2, 3].map((index) => inference({ endpoint_id: `h-${index}`, ttp_techniques: ['T1059'] }));
    await importAll(withoutRule.alerts, fixture);
    expect(await withoutRule.test.database.sql`select from alerts.incident_candidate`).toHaveLength(0);
    await groupCandidates(withoutRule.alerts);
    expect(await withoutRule.test.database.sql`select from alerts.incident`).toHaveLength(0);
  });
});

describe('several processes', () => {
  test('group each alert once, while analysts group others', async () => {
    const alerts = await alertsAt('busy', Array<number>(300).fill(0));
    const work = [1, 2, 3].map(() => groupCandidates(world.alerts));
    const opened = await Promise.allSettled(
      alerts.slice(0, 20).map((id) => openIncident(world.as(), { title: 'by hand', alertIds: [id] })),
    );
    await Promise.all(work);
    await groupCandidates(world.alerts);
    const { sql } = world.test.database;
    const [{ left = -1 } = {}] = await sql<{ left: number }[]>`select count(*)::int as left from alerts.alert
      where tenant_id = 'busy' and incident_id is null`;
    const [{ pending = -1 } = {}] = await sql<{ pending: number }[]>`select count(*)::int as pending
      from alerts.incident_candidate where tenant_id = 'busy'`;
    const entries = await sql<{ alert_count: number }[]>`select alert_count from alerts.incident_entry
      join alerts.incident on incident.id = incident_id where tenant_id = 'busy'`;
    const recorded = entries.reduce((total, entry) => total + entry.alert_count, 0);
    expect([left, pending, recorded]).toEqual([0, 0, 300]);
    const rejected = opened
      .filter(({ status }) => status === 'rejected')
      .map((result) => 'reason' in result && result.reason);
    for (const reason of rejected) expect(reason).toMatchObject({ code: 'CONFLICT' });
  });

  test('open no incident with an alert that is closed before it is locked', async () => {
    const [first = ''] = await alertsAt('closed-meanwhile', [0, 0, 0]);
    const { sql } = world.test.database;
    const analyst = await sql.reserve();
    await analyst`begin`;
    await analyst`update alerts.alert set status = 'false_positive' where id = ${first}`;
    const grouping = groupCandidates(world.alerts);
    await untilWaiting(sql, 1);
    await analyst`commit`;
    analyst.release();
    await grouping;
    expect(await sizesOf('closed-meanwhile')).toEqual([]);
    await alertsAt('closed-meanwhile', [0]);
    expect(await groupAlerts('closed-meanwhile')).toEqual([3]);
  });

  test('neither lose nor repeat anything when a connection breaks', async () => {
    const [first = ''] = await alertsAt('killed', [0, 0, 0]);
    const { sql } = world.test.database;
    const reserved = await sql.reserve();
    await reserved`begin`;
    await reserved`select from alerts.alert where id = ${first} for update`;
    const interrupted = groupCandidates(world.alerts).catch((error: unknown) => error);
    const waiting = () => sql<{ pid: number }[]>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    let pids = await waiting();
    while (pids.length === 0) pids = await waiting();
    await sql`select pg_terminate_backend(${pids[0]?.pid ?? 0})`;
    await expect(interrupted).resolves.toBeInstanceOf(Error);
    await reserved`rollback`;
    reserved.release();
    expect(await sizesOf('killed')).toEqual([]);
    expect(await groupAlerts('killed')).toEqual([3]);
    expect(await groupAlerts('killed')).toEqual([3]);
  });
});
