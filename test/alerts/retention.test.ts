import { describe, expect, test } from 'vitest';
import { addComment } from '../../subgraphs/alerts/discussion/service.js';
import { openIncident } from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import { updateIncident } from '../../subgraphs/alerts/incidents/service/update-incidents.js';
import { removeOutdatedAlerts, retentionStatus } from '../../subgraphs/alerts/retention/service.js';
import { restoreSuppressed } from '../../subgraphs/alerts/suppressions/service/restore-suppressed.js';
import { addSuppression, endSuppression } from '../../subgraphs/alerts/suppressions/service/suppressions.js';
import { changeAlertStatuses, submitVerdict } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import type { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import { auditEntries } from '../audit/support/entries.js';
import { untilWaiting } from '../support/lock-waits.js';
import { describeAlertWorld, fieldsOf, importAll, inference, start } from './support/alert-world.js';

const world = describeAlertWorld({
  RAMPART_ALERTS_RETENTION_DAYS: 'closed=30, false_positive=20, closed@globex=5, open@acme=60, all@kept=0',
  RAMPART_DATABASE_POOL_SIZE: '30',
});
const fields = fieldsOf('status');
const daySeconds = 86_400;
let hosts = 0;

/** Opens an alert on a separate host, and sets its status. */
async function open(tenant_id: string, status: AlertStatus, endpoint_id = `host-${hosts++}`): Promise<string> {
  const { results } = await importAll(world.alerts, [inference({ tenant_id, endpoint_id, timestamp: start + hosts })]);
  const id = results[0]?.alertId ?? '';
  if (status !== 'open') await changeAlertStatuses(world.as(), { ids: [id], status, fields });
  return id;
}

async function readPresence(ids: readonly string[]): Promise<boolean[]> {
  const rows = await world.test.database.sql<
    { id: string }[]
  >`select id from alerts.alert where id in ${world.test.database.sql([...ids])}`;
  const present = new Set(rows.map(({ id }) => id));
  return ids.map((id) => present.has(id));
}

/** All stored counts equal counts of the alerts. */
async function expectExactTotals(): Promise<void> {
  const { sql } = world.test.database;
  const dimensions = sql`tenant_id, status, severity, platform, model_name`;
  expect(
    await sql`select ${dimensions}, sum(alerts)::int as alerts from alerts.alert_tally where tenant_id is not null
      group by ${dimensions} having sum(alerts) <> 0 order by ${dimensions}`,
  ).toEqual(
    await sql`select ${dimensions}, count(*)::int as alerts from alerts.alert group by ${dimensions} order by ${dimensions}`,
  );
  expect(
    await sql`select tenant_id, hostname, total_alerts, open_alerts, last_alert_time from alerts.endpoint order by 1, 2`,
  ).toEqual(
    await sql`select tenant_id, endpoint_id as hostname, count(*)::int as total_alerts, max(last_seen) as last_alert_time,
        (count(*) filter (where status = 'open'))::int as open_alerts
      from alerts.alert group by 1, 2 order by 1, 2`,
  );
  const [orphans] = await sql`select
    (select count(*) from alerts.inference where alert_id is not null
      and not exists (select from alerts.alert where id = alert_id)) as inferences,
    (select count(*) from alerts.alert where cardinality(inference_ids) <>
      (select count(*) from alerts.inference where alert_id = alert.id)) as alerts`;
  expect(orphans).toEqual({ inferences: '0', alerts: '0' });
}

test('retention removes alerts by status, tenant and time since the last change, and no newer ones', async () => {
  const periods: [tenant: string, status: AlertStatus, days: number | null][] = [
    ['acme', 'resolved', 30],
    ['acme', 'false_positive', 20],
    ['acme', 'open', 60],
    ['acme', 'investigating', null],
    ['globex', 'resolved', 5],
    // The rule for the tenant takes precedence over the one for the status.
    ['globex', 'false_positive', 5],
    ['globex', 'open', null],
    ['kept', 'resolved', null],
  ];
  const ids = await Promise.all(periods.map(([tenant, status]) => open(tenant, status)));
  const opened = world.clock.seconds;
  for (const seconds of [5, 20, 30, 60, 1000].flatMap((days) => [
    days * daySeconds - 1,
    days * daySeconds,
    days * daySeconds + 1,
  ])) {
    world.clock.seconds = opened + seconds;
    const statuses = await retentionStatus(world.alerts);
    const outdatedCount = statuses.reduce((sum, { outdated }) => sum + outdated, 0);
    expect(await removeOutdatedAlerts(world.alerts)).toBe(outdatedCount);
    const isRetained = periods.map(([, , days]) => days === null || seconds <= days * daySeconds);
    expect([seconds, await readPresence(ids)]).toEqual([seconds, isRetained]);
  }
  await expectExactTotals();
});

test('a change or a comment postpones the removal', async () => {
  const [changed, discussed, neither] = [
    await open('acme', 'resolved'),
    await open('acme', 'resolved'),
    await open('acme', 'resolved'),
  ];
  world.clock.seconds += 29 * daySeconds;
  await submitVerdict(world.as(), { alertId: changed, isTruePositive: true, fields });
  await addComment(world.as(), { alertId: discussed, body: 'seen again' });
  world.clock.seconds += 2 * daySeconds;
  expect(await removeOutdatedAlerts(world.alerts)).toBe(1);
  expect(await readPresence([changed, discussed, neither])).toEqual([true, true, false]);
  world.clock.seconds += 30 * daySeconds;
  expect(await removeOutdatedAlerts(world.alerts)).toBe(2);
  await expectExactTotals();
});

test('the age of a restored alert counts from the time when it was restored', async () => {
  const filter = { tenantId: 'acme', endpointId: 'scanner' };
  const suppression = await addSuppression(world.as(), { filter, reason: 'A scanner that we run ourselves' });
  const [restored, old] = [await open('acme', 'open', 'scanner'), await open('acme', 'open')];
  world.clock.seconds += 61 * daySeconds;
  await endSuppression(world.as(), suppression.id);
  await restoreSuppressed(world.alerts);
  expect(await removeOutdatedAlerts(world.alerts)).toBe(1);
  expect(await readPresence([restored, old])).toEqual([true, false]);
  world.clock.seconds += 60 * daySeconds;
  expect(await removeOutdatedAlerts(world.alerts)).toBe(0);
  world.clock.seconds += 1;
  expect(await removeOutdatedAlerts(world.alerts)).toBe(1);
  await expectExactTotals();
});

test('alerts of an incident are not removed until it is closed', async () => {
  const id = await open('acme', 'resolved');
  const incident = await openIncident(world.as(), { title: 'Phishing', alertIds: [id] });
  world.clock.seconds += 31 * daySeconds;
  expect(await removeOutdatedAlerts(world.alerts)).toBe(0);
  await updateIncident(world.as(), { id: incident.id, status: 'resolved' });
  expect(await removeOutdatedAlerts(world.alerts)).toBe(1);
  expect(await readPresence([id])).toEqual([false]);
  await expectExactTotals();
});

test('an alert that is added to an incident while a run selects it is retained', async () => {
  const id = await open('acme', 'resolved');
  world.clock.seconds += 31 * daySeconds;
  const { sql } = world.test.database;
  // The run waits while it selects the alert, and locks it only then.
  const holder = await sql.reserve();
  await holder`select pg_advisory_lock(1)`;
  await sql`alter table alerts.alert_comment rename to alert_comment_table`;
  await sql`create view alerts.alert_comment as select comment.* from (select pg_advisory_xact_lock_shared(1)) as held
    left join alerts.alert_comment_table as comment on true`;
  try {
    const removed = removeOutdatedAlerts(world.alerts);
    await untilWaiting(sql, 1);
    await openIncident(world.as(), { title: 'Found again', alertIds: [id] });
    await holder`select pg_advisory_unlock(1)`;
    expect(await removed).toBe(0);
  } finally {
    holder.release();
    await sql`drop view alerts.alert_comment`;
    await sql`alter table alerts.alert_comment_table rename to alert_comment`;
  }
  expect(await readPresence([id])).toEqual([true]);
  await expectExactTotals();
});

test('a run that is aborted completes its step of 500 alerts, and the next run removes the rest', async () => {
  // Open alerts of this tenant are removed first.
  const input = Array.from({ length: 1200 }, () => inference({ tenant_id: 'acme', endpoint_id: `host-${hosts++}` }));
  const { results } = await importAll(world.alerts, input);
  const ids = results.map(({ alertId }) => alertId ?? '');
  world.clock.seconds += 60 * daySeconds + 1;
  const stop = new AbortController();
  const aborted = removeOutdatedAlerts(world.alerts, stop.signal);
  stop.abort();
  expect(await aborted).toBe(500);
  await expectExactTotals();
  expect(await removeOutdatedAlerts(world.alerts, stop.signal)).toBe(0);
  expect((await readPresence(ids)).filter(Boolean)).toHaveLength(700);
  expect(await removeOutdatedAlerts(world.alerts)).toBe(700);
  expect(await readPresence(ids)).not.toContain(true);
  await expectExactTotals();
  const entries = await auditEntries(world.test.database, { action: 'remove.alerts' });
  expect(entries.slice(-3).map(({ objects }) => objects.length)).toEqual([500, 500, 200]);
});

test('a removal is recorded in the audit log per tenant, and an inference that is sent again opens a new alert', async () => {
  const sample = inference({ tenant_id: 'acme', endpoint_id: 'again' });
  const { results } = await importAll(world.alerts, [sample]);
  const id = results[0]?.alertId ?? '';
  await changeAlertStatuses(world.as(), { ids: [id], status: 'resolved', fields });
  world.clock.seconds += 31 * daySeconds;
  await removeOutdatedAlerts(world.alerts);
  const entries = await auditEntries(world.test.database, { action: 'remove.alerts' });
  expect(entries.at(-1)).toMatchObject({
    ...{ actorKind: 'system', tenantId: 'acme', objects: [`alert:${id}`] },
    before: JSON.stringify({ status: 'resolved', retentionDays: 30 }),
  });
  const repeated = await importAll(world.alerts, [sample]);
  expect(repeated.results.map(({ outcome }) => outcome)).toEqual(['opened']);
});

describe('concurrent work', () => {
  test('on the same endpoints leaves all totals correct', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `shared-${index}`);
    const batch = (round: number) =>
      names.map((endpoint_id) => inference({ endpoint_id, tenant_id: 'acme', timestamp: start + round * 100_000 }));
    const ids: string[] = [];
    for (let round = 0; round < 20; round++) {
      const { results } = await importAll(world.alerts, batch(round));
      ids.push(...results.map(({ alertId }) => alertId ?? ''));
    }
    await changeAlertStatuses(world.as(), { ids, status: 'resolved', fields });
    world.clock.seconds += 31 * daySeconds;
    await Promise.all([
      ...Array.from({ length: 3 }, () => removeOutdatedAlerts(world.alerts)),
      ...Array.from({ length: 8 }, (_, index) => importAll(world.alerts, batch(30 + index))),
      ...Array.from({ length: 8 }, (_, index) =>
        changeAlertStatuses(world.as(), {
          ids: (index % 2 === 0 ? ids : ids.toReversed()).slice(0, 40),
          status: index % 2 === 0 ? 'open' : 'acknowledged',
          fields,
        }),
      ),
    ]);
    await expectExactTotals();
    world.clock.seconds += 61 * daySeconds;
    await removeOutdatedAlerts(world.alerts);
    await expectExactTotals();
  });
});
