import { expect, onTestFinished, test } from 'vitest';
import { keyOfNodeId } from '../../platform/node-id.js';
import { inference } from '../alerts/support/alert-world.js';
import { openDatabaseForTest } from '../support/index.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/running-server.js';

const adminToken = 'the-administrator-of-this-test-only';
const headers = { authorization: `Bearer ${adminToken}` };
const timestamp = Math.floor(Date.now() / 1000) - 3600;

function lines(count: number, fields: Parameters<typeof inference>[0]): string {
  const inferences = Array.from({ length: count }, (_, index) =>
    inference({ timestamp: timestamp + index * 10_000, endpoint_id: `ws-${index}`, ...fields }),
  );
  return inferences.map((inference) => `${JSON.stringify(inference)}\n`).join('');
}

async function importAll({ addresses }: RunningServer, body: string): Promise<void> {
  const type = { 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${addresses.rest}/api/alerts/inferences`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  });
  expect(await response.text()).toContain('"rejected":0');
}

async function send({ addresses }: RunningServer, query: string, input: object) {
  const response = await fetch(`${addresses.graphql}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own type
  const { data, errors } = (await response.json()) as { data: any; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

const operations = {
  suppress:
    'mutation ($input: AddAlertSuppressionInput!) { addAlertSuppression(input: $input) { suppression { id } } }',
  end: 'mutation ($input: EndAlertSuppressionInput!) { endAlertSuppression(input: $input) { suppression { id } } }',
  preview:
    'mutation ($input: PreviewBulkAlertChangeInput!) { previewBulkAlertChange(input: $input) { change { id count } } }',
  start: 'mutation ($input: StartBulkAlertChangeInput!) { startBulkAlertChange(input: $input) { change { id } } }',
  open: 'mutation ($input: OpenIncidentInput!) { openIncident(input: $input) { incident { id } } }',
  merge: 'mutation ($input: MergeIncidentsInput!) { mergeIncidents(input: $input) { incident { id } } }',
  comment: 'mutation ($input: AddAlertCommentInput!) { addAlertComment(input: $input) { comment { id } } }',
} as const;

test('kill -9 of the server during a bulk change, a restore, the incident rule, a merge or a comment neither loses nor duplicates anything', async () => {
  const { url, database } = await openDatabaseForTest();
  const { sql } = database;
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = {
    ...{ DATABASE_URL: url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
    // Work that waits for a lock holds a connection; scheduled jobs may need another one.
    RAMPART_DATABASE_POOL_SIZE: '30',
    ...{ RAMPART_ALERTS_INCIDENT_MIN_ALERTS: '3', RAMPART_LICENSES_TLS: 'off', RAMPART_LICENSES_PORT: '0' },
  };
  const first = await startServer(environment);
  onTestFinished(() => void first.command.process.kill('SIGKILL'));
  const rule = await send(first, operations.suppress, { filter: { modelName: ['scanner'] }, reason: 'a scanner' });
  const suppressionId = rule.addAlertSuppression.suppression.id;
  await importAll(
    first,
    lines(1500, { tenant_id: 'bulk' }) + lines(1500, { tenant_id: 'quiet', model_name: 'scanner' }),
  );
  const related = { tenant_id: 'rule', timestamp, ttp_techniques: ['T1059'] };
  await importAll(first, lines(2, related) + lines(3, { tenant_id: 'hand' }));
  const idsOf = async (tenant: string) =>
    (await sql<{ id: string }[]>`select id from alerts.alert where tenant_id = ${tenant} order by id`).map(
      ({ id }) => id,
    );
  const byHand = await idsOf('hand');
  const incidents: string[] = [];
  for (const id of byHand.slice(0, 2)) {
    incidents.push((await send(first, operations.open, { title: 'by hand', alertIds: [id] })).openIncident.incident.id);
  }
  const filter = { tenantId: 'bulk' };
  const previewed = await send(first, operations.preview, { filter, status: 'RESOLVED' });
  const { id: changeId, count } = previewed.previewBulkAlertChange.change;
  expect(count).toBe(1500);

  // Each kind of work waits for one alert in the middle of its transaction.
  const lockedAlerts = [
    (await idsOf('bulk')).at(-1),
    (await idsOf('quiet')).at(-1),
    (await idsOf('rule'))[0],
    ...byHand.slice(1),
  ];
  const [lockTaken, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = database.transaction(async (blockerSql) => {
    await blockerSql`select from alerts.alert where id = any(${lockedAlerts as string[]}::uuid[]) for update`;
    lockTaken.resolve();
    await killed.promise;
  });
  onTestFinished(() => killed.resolve());
  await lockTaken.promise;
  const comment = (alertId: string | undefined) => ({ alertId, body: 'seen' });
  for (let index = 0; index < 3; index++) await send(first, operations.comment, comment(byHand[0]));
  const merge = { sourceIds: [incidents[1]], id: incidents[0] };
  const incomplete = [send(first, operations.merge, merge), send(first, operations.comment, comment(byHand[2]))];
  for (const request of incomplete) request.catch(() => undefined);
  await send(first, operations.start, { id: changeId });
  await send(first, operations.end, { id: suppressionId });
  await importAll(first, lines(1, { ...related, endpoint_id: 'ws-third' }));
  const waiting = async () =>
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(5);
  first.command.process.kill('SIGKILL');
  expect((await first.command.result).signal).toBe('SIGKILL');
  for (const request of incomplete) await expect(request).rejects.toThrow();
  killed.resolve();
  await holder;

  const second = await startServer(environment);
  onTestFinished(() => void second.command.process.kill('SIGKILL'));
  // The jobs of the killed server remain locked, but their schedule adds them again at the next minute.
  await sql`select graphile_worker.add_job(task_identifier) from graphile_worker.jobs where locked_at is not null`;
  await send(second, operations.merge, merge);
  await send(second, operations.comment, comment(byHand[2]));
  const [mergedInto = ''] = keyOfNodeId(incidents[0] ?? '', { type: 'Incident', parts: 1 });
  const counts = async () => {
    const [row] = await sql`select
      (select state::text from alerts.bulk_change where id = ${changeId}) as change,
      (select changed_count from alerts.bulk_change where id = ${changeId}) as changed,
      (select count(*)::int from alerts.alert where tenant_id = 'bulk' and status = 'resolved') as resolved,
      (select count(*)::int from alerts.alert_transition join alerts.alert on alert.id = alert_id where tenant_id = 'bulk') as transitions,
      (select restored_count from alerts.suppression where id = ${suppressionId} and finished_at is not null) as restored,
      (select count(*)::int from alerts.alert where suppressed_by is not null) as suppressed,
      (select count(*)::int from alerts.incident_candidate) as candidates,
      (select array_agg(distinct incident_id::text) is not null from alerts.alert where tenant_id = 'rule' having count(distinct incident_id) = 1 and count(incident_id) = 3) as grouped,
      (select count(*)::int from alerts.alert where incident_id = ${mergedInto}) as merged,
      (select count(*)::int from alerts.incident where tenant_id in ('rule', 'hand')) as incidents,
      (select array_agg(number order by number) from (select count(*)::int as number from alerts.alert_comment group by alert_id) by_alert) as comments`;
    return row;
  };
  await expect.poll(counts, { timeout: 120_000, interval: 200 }).toEqual({
    ...{ change: 'done', changed: 1500, resolved: 1500, transitions: 1500 },
    ...{ restored: 1500, suppressed: 0, candidates: 0, grouped: true, merged: 2, incidents: 3, comments: [1, 3] },
  });
});
