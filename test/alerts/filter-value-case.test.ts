import { expect, test } from 'vitest';
import { filterValues } from '../../subgraphs/alerts/triage/service/filter-values.js';
import { describeAlertWorld, importAll, inference, queryAlerts } from './support/alert-world.js';

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
