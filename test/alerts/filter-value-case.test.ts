import { expect, test } from 'vitest';
import { filterValues } from '../../subgraphs/alerts/triage/service/filter-values.js';
import { describeAlertWorld, importAll, inference } from './support/alert-world.js';

const world = describeAlertWorld();

test('filter values are found case-insensitively, including letters beyond ASCII', async () => {
  await importAll(world.alerts, [inference({ tenant_id: 'ÄMTER', model_name: 'Übung' })]);
  const valuesOf = async (field: 'tenant' | 'model', search: string) =>
    (await filterValues(world.as(), { field, search, first: 5 })).map(({ value }) => value);
  expect(await valuesOf('tenant', 'ämt')).toEqual(['ÄMTER']);
  expect(await valuesOf('model', 'üB')).toEqual(['Übung']);
});
