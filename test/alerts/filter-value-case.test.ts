import { expect, test } from 'vitest';
import type { AlertStore } from '../../subgraphs/alerts/dependencies.js';
import { filterValues } from '../../subgraphs/alerts/triage/service/filter-values.js';
import { readAlert } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import { criteriaOf } from '../../subgraphs/alerts/triage/service/scoped-filter.js';
import type { AlertFilter } from '../../subgraphs/alerts/triage/types-list.js';
import { untilWaiting } from '../support/lock-waits.js';
import { describeAlertWorld, fieldsOf, importAll, inference, queryAlerts } from './support/alert-world.js';

const world = describeAlertWorld();

test('filter values are found case-insensitively, including letters beyond ASCII', async () => {
  await importAll(world.alerts, [inference({ tenant_id: 'ÄMTER', model_name: 'Übung' })]);
  const valuesOf = async (field: 'tenant' | 'model', search: string) =>
    (await filterValues(world.as(), { field, search, first: 5 })).map(({ value }) => value);
  expect(await valuesOf('tenant', 'ämt')).toEqual(['ÄMTER']);
  expect(await valuesOf('model', 'üB')).toEqual(['Übung']);
});

test('the search text ignores the case of all letters in tenants, endpoints and models', async () => {
  await importAll(world.alerts, [
    inference({ tenant_id: 'ÖTZTAL', endpoint_id: 'Büro-1', model_name: 'Prüfung', ttp_explanation: 'Zugriff Ärzte' }),
  ]);
  const query = 'query ($text: String!) { alerts(filter: { text: $text }) { totalCount nodes { endpointId } } }';
  for (const search of ['ötz', 'BÜRO', 'PRÜF', 'ÄRZTE', 'prÜf bÜro ötztal']) {
    const { alerts } = await queryAlerts(world, query, { text: search });
    expect([search, alerts]).toEqual([search, { totalCount: 1, nodes: [{ endpointId: 'büro-1' }] }]);
  }
});

test.each([
  ['endpoint', 'alerts.endpoint'],
  ['tenant', 'alerts.alert_tally'],
  ['model', 'alerts.alert_tally'],
] as const)('a search for values of the filter %s does not delay short reads', async (field, table) => {
  const { results } = await importAll(world.alerts, [inference({ tenant_id: `delay-${field}` })]);
  const [lockTaken, blocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blocker = world.test.database.transaction(async (sql) => {
    await sql.unsafe(`lock table ${table}`);
    lockTaken.resolve();
    await blocked.promise;
  });
  await lockTaken.promise;
  const values = filterValues(world.as(), { field, search: `delay-${field}`, first: 5 });
  await untilWaiting(world.test.database.sql, 1);
  const input = { id: results[0]?.alertId ?? '', fields: fieldsOf('id') };
  expect(await readAlert(world.as(), input)).not.toBeNull();
  blocked.resolve();
  await Promise.all([blocker, values]);
});

test.each([
  [{ tenant: 'tzta' }, 'tenants'],
  [{ model: ['rüfun'] }, 'models'],
] as const)('parts of the names of %j are searched in a read that may take a long time', async (filter, names) => {
  const rows: (number | undefined)[] = [];
  const store: AlertStore = {
    ...world.alerts.store,
    read: (request, work) => {
      rows.push(request.rows);
      return world.alerts.store.read(request, work);
    },
  };
  await criteriaOf({ ...world.as(), store }, filter as AlertFilter);
  expect([names, rows.at(-1)]).toEqual([names, undefined]);
});
