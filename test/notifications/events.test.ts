import { describe, expect, test } from 'vitest';
import { endOfLog } from '../../platform/events/event-log.js';
import { sweepEventsJob } from '../../platform/events/index.js';
import { listDeliveries, listRules } from '../../subgraphs/notifications/administration/service/lists.js';
import { removeRule, resendDead } from '../../subgraphs/notifications/administration/service/operate-rules.js';
import { notificationTotals } from '../../subgraphs/notifications/index.js';
import { NotificationField, NotificationKind } from '../../subgraphs/notifications/vocabulary.js';
import { admin, analystOf, describeNotifications, minuteMs, secondMs } from './support/notification-world.js';

const world = describeNotifications();

/** Stores alerts of a tenant like an import. */
async function openAlerts(
  tenantId: string,
  alerts: readonly { severity: string; model?: string; technique?: string }[],
) {
  const rows = alerts.map(({ severity, model = 'm', technique = 'T1059' }, index) => ({
    severity,
    model,
    technique,
    host: `host-${index}`,
  }));
  const stored = await world.sql<{ id: string }[]>`
    insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
      ttp_techniques, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes, num_edges)
    select gen_random_uuid(), ${tenantId}, host, severity::alerts.severity, 'open', 'windows', 0.9, 0.9, 'attack',
      array[technique], '{}', 1, 1, 1, 1, model, 1, 1
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as given (severity text, model text, technique text, host text)
    returning id`;
  return stored.map(({ id }) => id);
}

/**
 * Stores hits of a brand: one of its first scan, which sends no message, and one of an import, which is reopened later.
 */
async function addHits() {
  const { sql } = world;
  const id = '00000000-0000-4000-8000-000000000085';
  await sql`insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes,
    file_digest) values ('com', '.com', 0, 0, 0, 0, 0, 0, '')`;
  await sql`insert into zones.brand values (${id}, 'acme', 'acme', '{}', null, '{}', 2, 1, false, 0, 'ana', 0)`;
  await sql`insert into zones.brand_scan values (${id}, 0, '', 0, 0, 1, 0)`;
  for (const [label, source] of [
    ['known', 'scan'],
    ['acrne', 'import'],
  ] as const) {
    await sql`insert into zones.brand_hit (brand_id, tenant_id, zone_id, label, kind, distance, source, status, is_active,
        is_unmatched, revision, since, found_at)
      select ${id}, 'acme', id, ${label}, 'tld_swap', 2, ${source}::text::zones.brand_hit_source, 'open', true, false, 1, 1, 1
      from zones.zone`;
  }
  await sql`update zones.brand_hit set status = 'dismissed', triaged_at = 2`;
  await sql`update zones.brand_hit set status = 'open', reopened_at = 3 where label = 'acrne'`;
  await sql`update zones.brand_scan set finished_at = 1`;
}

test('each kind of event is recorded in the same transaction as the change, and sends a message', async () => {
  await world.addRule({ kinds: Object.values(NotificationKind), throttle: { max: 1000, periodSeconds: 60 } });
  const { sql } = world;
  const [alert = ''] = await openAlerts('acme', [{ severity: 'high' }]);
  await sql`update alerts.alert set status = 'acknowledged' where id = ${alert}`;
  await sql`insert into alerts.alert_verdict (alert_id, tenant_id, model_name, is_true_positive, is_latest, at, caller, via)
    values (${alert}, 'acme', 'm', false, true, 1, 'ana', 'rest')`;
  const incident = '00000000-0000-4000-8000-000000000077';
  await sql`insert into alerts.incident (id, tenant_id, title, status, created_at, updated_at, is_automatic)
    values (${incident}, 'acme', 'Phishing', 'open', 1, 1, false)`;
  await sql`update alerts.alert set incident_id = ${incident} where id = ${alert}`;
  await sql`update alerts.incident set status = 'resolved' where id = ${incident}`;
  await sql`insert into zones.import (id, zone, outcome, at, started_at, ended_at, reason, bytes, records, domains, observations,
      added_domains, removed_domains, changed_domains, added_observations, removed_observations)
    select gen_random_uuid(), zone, outcome::zones.import_outcome, 1, 1, 1, reason, 1, 1, 1, 1, 3, 2, 1, 0, 0
    from (values ('com', 'unchanged', null), ('net', 'refused', 'no SOA')) as given (zone, outcome, reason)`;
  await addHits();
  await sql`insert into zones.account (username, email, username_key, email_key, password_hash, status, created_at)
    values ('Al', 'al@mail.example', 'al', 'al@mail.example', 'x', 'pending', 1)`;
  const watch = '00000000-0000-4000-8000-000000000078';
  await sql`insert into zones.rdap_watch (id, domain, server, interval_hours, created_at, created_by)
    values (${watch}, 'acme.com', 's', 0, 1, 'ana')`;
  await sql`insert into zones.rdap_version (watch_id, source, fetched_at, changed)
    values (${watch}, 's', 1, null), (${watch}, 's', 2, ${['registrar', 'last_changed']})`;
  await sql`insert into platform.event (type, data) values ('check-ins', '{"guid":"g1","hostname":"dc1","version":"1","department":null,"isNew":true}'),
    ('check-ins', '{"guid":"g1","hostname":"dc1","version":"1","department":null,"isNew":false}')`;
  for (const slot of [1, 2]) {
    await sql`insert into licenses.refusal (hour, endpoint, cause, slot, count) values (3600, 'check-license', 'no_seat', ${slot}, 1)`;
  }
  await sql`insert into platform.event (type, data) select type, data::jsonb from (values
    ('freed-seats', '{"guid":"g1","hostname":"dc1","version":"1","lastContact":0}'),
    ('brand-scans', '{"brandId":"b1","name":"acme","hits":2,"zone":"org"}'),
    ('zone-sources', '{"zone":"org","origin":"https://a.example/org?key=x","error":"status 500","isStale":false,"currentAt":null}'),
    ('zone-sources', '{"zone":"org","origin":"czds","error":null,"isStale":true,"currentAt":"1970-01-01T00:00:00.000Z"}'),
    ('license-warnings', '{"kind":"controller_silent","subject":"g1","hostname":"dc1","lastContact":0}'),
    ('license-warnings', '{"kind":"version_outdated","subject":"4.0","current":"4.1","count":3}'),
    ('license-warnings', '{"kind":"license_expiring","subject":"l1","days":7,"expiresAt":"1970-01-08T00:00:00.000Z"}'),
    ('license-warnings', '{"kind":"license_expiring","subject":"l1","days":0,"expiresAt":"1970-01-08T00:00:00.000Z"}'),
    ('license-warnings', '{"kind":"grace_ending","subject":"l1","days":1,"graceEndsAt":"1970-01-09T00:00:00.000Z"}'),
    ('license-warnings', '{"kind":"seats_low","subject":"","percent":80,"used":8,"cap":10}')) as given (type, data)`;
  await sql`insert into drive.site (id, name, web_url) values ('s', 's', 'https://s.example')`.catch(() => undefined);
  await sql`insert into platform.event (type, data) select 'syncs', data::jsonb from (values
    ('{"siteId":"s","runId":"r0","trigger":"MANUAL","outcome":"RUNNING","created":0,"changed":0,"deleted":0,"failedDownloads":0,"errorCode":null}'),
    ('{"siteId":"s","runId":"r1","trigger":"MANUAL","outcome":"DONE","created":1,"changed":2,"deleted":3,"failedDownloads":0,"errorCode":null}'),
    ('{"siteId":"s","runId":"r2","trigger":"MANUAL","outcome":"FAILED","created":0,"changed":0,"deleted":0,"failedDownloads":0,"errorCode":"UPSTREAM_FAILED"}')) as given (data)`;
  await sql`insert into drive.malware_finding (site_id, item_id, fingerprint, malware, name, size, found_at)
    values ('s', 'i', 'f', 'EICAR', 'a.exe', 3, 1)`;
  await sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change, began_at, noticed_at, grown_at,
      score, reasons, known_files)
    values ('s', 'encryption', 'open', 1, 2, 1, 1, 1, 120, array['9 of 9 files became unreadable.'], 9)`;
  await sql
    .begin(async (rolledBack) => {
      await rolledBack`update alerts.alert set status = 'resolved' where id = ${alert}`;
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await world.routeAndSend();
  expect(world.receiver.bodies().map(({ type, data }) => [type, data.title])).toEqual([
    ['alert.opened', 'Alert on host-0 (high, acme)'],
    ['alert.changed', 'Alert on host-0 is acknowledged (high, acme)'],
    ['alert.verdict', 'False positive: alert on host-0 (acme)'],
    ['incident.opened', 'Incident "Phishing" was opened (high, acme)'],
    ['alert.changed', 'Alert on host-0 is acknowledged (high, acme)'],
    ['incident.changed', 'Incident "Phishing" has the status resolved (high, acme)'],
    ['zone.imported', 'Zone com was imported: no changes'],
    ['zone.import_failed', 'Import of zone net was rejected: no SOA'],
    ['brand.hit', 'acrne.com is new and imitates acme (tld swap, distance 2)'],
    ['brand.hit', 'Hit acrne.com was reopened: it imitates acme (tld swap, distance 2)'],
    ['brand.scanned', 'Zones were searched for imitations of acme: 1 new hit'],
    ['account.requested', 'Al has requested an account for the zone feed'],
    ['registration.changed', 'The registration of acme.com has changed: registrar, last changed'],
    ['controller.registered', 'Controller dc1 was registered'],
    [
      'controller.rejected',
      'A request to the license service was rejected (all seats of the license are used); the first rejection with this cause and endpoint in this hour',
    ],
    ['controller.seat_freed', 'Controller dc1 has lost its seat: its last check-in was at 1970-01-01T00:00:00.000Z'],
    ['brand.scanned', 'The new zone org was searched for imitations of acme: 2 new hits'],
    ['zone.pull_failed', 'Pulling zone org failed: status 500'],
    ['zone.stale', 'Zone org is stale: it was last current at 1970-01-01T00:00:00.000Z'],
    ['controller.silent', 'Controller dc1 is silent: its last check-in was at 1970-01-01T00:00:00.000Z'],
    ['controller.outdated', '3 controllers run version 4.0, which is older than 4.1'],
    ['license.expiring', 'The license expires within 7 days (1970-01-08T00:00:00.000Z)'],
    ['license.expiring', 'The license has expired (1970-01-08T00:00:00.000Z)'],
    [
      'license.grace_ending',
      'The grace period of the license ends within 1 day (1970-01-09T00:00:00.000Z); after that, controllers are rejected',
    ],
    ['license.seats_low', '8 of 10 seats of the license are used (at least 80%)'],
    ['drive.synced', 'A document site was synchronized: 1 created, 2 changed, 3 deleted'],
    ['drive.sync_failed', 'A sync of a document site failed: UPSTREAM_FAILED'],
    ['drive.malware_found', 'A document site reports malware in a.exe: EICAR'],
    ['drive.mass_change', 'Changes to a document site look like encryption: 9 of 9 files became unreadable.'],
  ]);
});

describe('a rule', () => {
  test('sends no messages about suppressed alerts or verdicts on them', async () => {
    const kinds = [NotificationKind.ALERT_OPENED, NotificationKind.ALERT_CHANGED, NotificationKind.ALERT_VERDICT];
    const [suppressed = '', notSuppressed = ''] = await openAlerts('acme', [
      { severity: 'low' },
      { severity: 'low', model: 'n' },
    ]);
    await world.sql`update alerts.alert set suppressed_by = array[gen_random_uuid()] where id = ${suppressed}`;
    await world.addRule({ kinds });
    await world.sql`insert into alerts.alert_verdict (alert_id, tenant_id, model_name, is_true_positive, is_latest, at, caller, via)
      select id, 'acme', 'm', false, true, 1, 'ana', 'rest' from alerts.alert where id in (${suppressed}, ${notSuppressed})`;
    await world.sql`update alerts.alert set status = 'false_positive' where id in (${suppressed}, ${notSuppressed})`;
    await world.routeAndSend();
    expect(world.receiver.bodies().map(({ type, data }) => [type, data.id])).toEqual([
      ['alert.verdict', notSuppressed],
      ['alert.changed', notSuppressed],
    ]);
  });

  test('filters by all of its conditions, regardless of case, and by its tenant', async () => {
    const kinds = [NotificationKind.ALERT_OPENED];
    const conditions = [
      { field: NotificationField.SEVERITY, values: ['HIGH', 'critical'] },
      { field: NotificationField.TECHNIQUE, values: ['t1003', 'T1059'] },
    ];
    await world.addRule({ kinds, conditions, tenantId: 'acme' });
    await openAlerts('acme', [
      ...[{ severity: 'high', model: 'found' }, { severity: 'low' }, { severity: 'critical', technique: 'T1111' }],
      { severity: 'critical', technique: 'T1003', model: 'found' },
    ]);
    await openAlerts('globex', [{ severity: 'high' }]);
    await world.recordEvents('alice');
    await world.routeAndSend();
    expect(world.receiver.bodies().map(({ data }) => [data.tenantId, data.model])).toEqual([
      ['acme', 'found'],
      ['acme', 'found'],
    ]);
  });

  test('counts every alert of a large import with a bounded number of messages and bounded memory', async () => {
    const { rule } = await world.addRule({ kinds: [NotificationKind.ALERT_OPENED] });
    await openAlerts(
      'acme',
      Array.from({ length: 1200 }, () => ({ severity: 'low' })),
    );
    await world.routeAndSend();
    expect(world.receiver.requests).toHaveLength(60);
    expect(await world.stateOf(rule.id)).toMatchObject({ held: 1140, pending: 0 });
  });

  test('sends messages only about events that occur while it is enabled', async () => {
    await world.recordEvents('before');
    const { rule } = await world.addRule();
    await world.recordEvents('a');
    await world.routeAndSend();
    await world.changeRule({ id: rule.id, isEnabled: false });
    await world.recordEvents('while disabled');
    // Another enabled rule, so the log is read while the first one is disabled.
    await world.addRule({ address: `${world.receiver.url}/other` });
    await world.routeAndSend();
    await world.changeRule({ id: rule.id, isEnabled: true });
    await world.recordEvents('b');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a', 'b']);
  });

  test('is deleted with its pending messages', async () => {
    const { rule } = await world.addRule();
    world.receiver.next.push(500);
    await world.recordEvents('a');
    await world.routeAndSend();
    await removeRule(world.dependencies, admin, { id: rule.id });
    world.clock.milliseconds += minuteMs;
    await world.routeAndSend();
    expect(world.receiver.requests).toHaveLength(1);
    expect(await world.sql`select 1 from notifications.secret`).toHaveLength(0);
  });

  test.each([
    ['is deleted', (id: string) => removeRule(world.dependencies, admin, { id })],
    ['has its dead messages sent again', (id: string) => resendDead(world.dependencies, admin, { ruleId: id })],
  ])('%s without a deadlock while the result of a message is recorded', async (_, change) => {
    const { rule } = await world.addRule();
    await world.recordEvents('a');
    await world.routeAndSend();
    await world.sql`update notifications.delivery set status = 'dead' where rule_id = ${rule.id}`;
    const changed = await world.sql.begin(async (sql) => {
      // Simulates a process that records a result: first the queue, then the delivery.
      await sql`update notifications.queue set lease = null where rule_id = ${rule.id}`;
      const changing = change(rule.id);
      changing.catch(() => undefined);
      await expect.poll(waiting).toBe(1);
      await sql`update notifications.delivery set last_error = 'none' where rule_id = ${rule.id}`;
      return { changing };
    });
    await changed.changing;
  });
});

/** Number of connections that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await world.sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count;
}

test('analysts see only the rules and messages of their tenants', async () => {
  const kinds = [NotificationKind.ALERT_OPENED];
  for (const tenantId of ['acme', 'globex', null]) await world.addRule({ kinds, tenantId });
  await openAlerts('acme', [{ severity: 'high' }]);
  await openAlerts('globex', [{ severity: 'high' }]);
  await world.routeAndSend();
  const analyst = analystOf('acme');
  const rules = await listRules(world.dependencies, analyst, {});
  expect(rules.nodes.map(({ tenantId }) => tenantId)).toEqual(['acme']);
  const deliveries = await listDeliveries(world.dependencies, analyst, {});
  expect(deliveries.nodes).toMatchObject([{ ruleId: rules.nodes[0]?.id, title: 'Alert on host-0 (high, acme)' }]);
  const [foreign] = (await listRules(world.dependencies, admin, {})).nodes.filter(
    ({ tenantId }) => tenantId === 'globex',
  );
  const ofForeign = await listDeliveries(world.dependencies, analyst, { filter: { ruleId: foreign?.id ?? '' } });
  expect(ofForeign.nodes).toEqual([]);
  expect((await listDeliveries(world.dependencies, admin, {})).nodes).toHaveLength(4);
});

test('rules are found by a part of their name, case-insensitively', async () => {
  await world.addRule({ name: 'Nächtliche Überwachung' });
  await world.addRule({ name: 'other' });
  const { nodes } = await listRules(world.dependencies, admin, { filter: { search: 'NÄCHTLICHE über' } });
  expect(nodes.map(({ name }) => name)).toEqual(['Nächtliche Überwachung']);
});

test('the list of messages is paginated', async () => {
  const { rule } = await world.addRule();
  await world.recordEvents('a', 'b', 'c');
  await world.routeAndSend();
  const titles: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await listDeliveries(world.dependencies, admin, {
      filter: { ruleId: rule.id, status: 'delivered' },
      first: 2,
      after,
    });
    titles.push(...page.nodes.map(({ title }) => title.slice(0, 1)));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(titles).toEqual(['c', 'b', 'a']);
});

describe('the event log', () => {
  test('retains events after their retention period until they are routed, and counts waiting messages of enabled rules', async () => {
    const { database } = world.dependencies;
    const { rule } = await world.addRule();
    await world.recordEvents('a');
    world.receiver.next.push(500);
    await world.sql`update platform.event set at = at - ${3 * 3600}`;
    await world.sql`update notifications.rule set active_from = active_from - ${3 * 3600}`;
    await sweepEventsJob({ database, keptMinutes: 60 }).run({});
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['a']);
    world.clock.milliseconds += 4 * secondMs;
    const totals = await notificationTotals({ database, clock: world.clock });
    expect(totals).toMatchObject({ pending: 1, delivered: 0, failed: 1, dead: 0, oldestPendingSeconds: 4 });
    await world.changeRule({ id: rule.id, isEnabled: false });
    expect(await notificationTotals({ database, clock: world.clock })).toMatchObject({ oldestPendingSeconds: 0 });
  });

  test('continues after a failover of the database, which starts a new generation', async () => {
    const { sql } = world;
    await world.addRule();
    await world.routeAndSend();
    await world.recordEvents('before the failover');
    await sql`update platform.event_log set cluster = split_part(cluster, ':', 1) || ':00000000'`;
    const before = await sql`select generation from platform.event_log`;
    await endOfLog(sql);
    expect(await sql`select generation from platform.event_log`).not.toEqual(before);
    await world.recordEvents('after it');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['before the failover', 'after it']);
  });

  test('is read from its end if the database was replaced by another cluster', async () => {
    const { sql } = world;
    await world.addRule();
    await sql`update platform.event_cursor set cluster = 'another'`;
    await world.recordEvents('unknown');
    await world.routeAndSend();
    await world.recordEvents('known');
    await world.routeAndSend();
    expect(world.usernamesAt()).toEqual(['known']);
  });
});
