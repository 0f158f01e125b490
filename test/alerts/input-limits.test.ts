import { graphql } from 'graphql';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { maxCharacters, maxItems } from '../../platform/input-limits.js';
import { silentLog } from '../../platform/log.js';
import { importInferences } from '../../subgraphs/alerts/imports/service/import-inferences.js';
import { alertDependencies } from '../../subgraphs/alerts/index.js';
import { modelPrecision } from '../../subgraphs/alerts/metrics/service.js';
import { listAlerts, pageAlerts } from '../../subgraphs/alerts/triage/service/list-alerts.js';
import { readAlert } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import { testConfiguration } from '../support/index.js';
import { describeAlertWorld, fieldsOf, importAll, inference, requestOf } from './support/alert-world.js';

const world = describeAlertWorld();

async function execute(source: string): Promise<unknown> {
  const contextValue = world.subgraph.createContext(requestOf());
  return JSON.parse(JSON.stringify(await graphql({ schema: world.subgraph.schema, source, contextValue })));
}

beforeAll(async () => {
  await importAll(world.alerts, [
    inference({ endpoint_id: 'a', attack_prob: 0.6, model_name: 'm', ttp_techniques: ['T1'] }),
    inference({ endpoint_id: 'b', attack_prob: 0.8, model_name: 'm' }),
    inference({ endpoint_id: 'c', attack_prob: 0.97, model_name: 'n', platform: 'linux' }),
  ]);
});

describe('the maximum size of input', () => {
  const rejectedWith = (message: string) => ({ errors: [{ message }] });
  const update = (field: string, value: string) =>
    `mutation { updateAlert(input: { id: "${'0'.repeat(8)}-0000-4000-8000-000000000000", status: OPEN, ${field}: "${value}" }) { alert { id } } }`;
  const list = (count: number, value: string) => `[${Array.from({ length: count }, () => value).join(',')}]`;

  test.each([
    ['notes', maxCharacters.notes],
    ['actor', maxCharacters.actor],
  ])('for %s in a change is %d characters', async (field, maximum) => {
    const longest = 'x'.repeat(maximum);
    expect(await execute(update(field, longest))).toMatchObject({
      errors: [{ message: expect.stringContaining('not found') }],
    });
    expect(await execute(update(field, `${longest}x`))).toMatchObject(
      rejectedWith(`${field} is longer than ${maximum} characters: send a shorter string`),
    );
  });

  test.each([
    ['technique', '"T1"'],
    ['modelName', '"m"'],
    ['status', 'OPEN'],
    ['severity', 'LOW'],
    ['platform', 'LINUX'],
  ])('applies to the values of the filter %s', async (field, value) => {
    const filtered = (count: number) => `{ alerts(filter: { ${field}: ${list(count, value)} }) { totalCount } }`;
    expect(await execute(filtered(maxItems.filterValues))).toMatchObject({ data: { alerts: expect.anything() } });
    expect(await execute(filtered(maxItems.filterValues + 1))).toMatchObject(
      rejectedWith(`${field} must contain at most ${maxItems.filterValues} values, not ${maxItems.filterValues + 1}`),
    );
  });

  test.each([
    ['alerts', 'notes'],
    ['endpoints', 'hostname'],
  ])('applies to searches in %s by %s', async (query, field) => {
    const filtered = (length: number) => `{ ${query}(filter: { ${field}: "${'x'.repeat(length)}" }) { totalCount } }`;
    expect(await execute(filtered(maxCharacters.search))).toEqual({ data: { [query]: { totalCount: 0 } } });
    expect(await execute(filtered(maxCharacters.search + 1))).toMatchObject(
      rejectedWith(`${field} is longer than ${maxCharacters.search} characters: send a shorter string`),
    );
  });
});

describe('text that cannot be stored', () => {
  test.each([
    ['{ endpointSummaries(tenantId: "\\u0000") { tenantId } }', { endpointSummaries: [] }],
    ['{ modelPrecision(tenantId: "\\u0000") { modelName } }', { modelPrecision: [] }],
    ['{ endpoints(filter: { tenantId: "a\\u0000" }) { totalCount } }', { endpoints: { totalCount: 0 } }],
    ['{ alerts(filter: { technique: ["T1", "a\\u0000"] }) { totalCount } }', { alerts: { totalCount: 1 } }],
    ['{ alerts(filter: { modelName: ["m", "a\\u0000"] }) { totalCount } }', { alerts: { totalCount: 2 } }],
    ['{ alerts(filter: { modelName: ["a\\u0000"] }) { totalCount } }', { alerts: { totalCount: 0 } }],
  ])('matches nothing: %s', async (source, data) => {
    expect(await execute(source)).toEqual({ data });
  });
});

test('facets of endpoints, techniques and models are limited, and those of enums are complete', async () => {
  const source =
    '{ alerts { facets(top: 1) { severity { value } platform { value } model { value } endpoint { value } } } }';
  const { data } = (await execute(source)) as { data: { alerts: { facets: Record<string, unknown[]> } } };
  const sizes = Object.entries(data.alerts.facets).map(([name, counts]) => [name, counts.length]);
  expect(sizes).toEqual([
    ['severity', 3],
    ['platform', 2],
    ['model', 1],
    ['endpoint', 1],
  ]);
});

test('an id that is repeated in a bulk update is updated once', async () => {
  const page = await pageAlerts(world.as(), {
    ...{ filter: null, orderBy: null, limit: 1, offset: 0, fields: fieldsOf('id') },
    ...{ wantsItems: true, wantsTotal: false },
  });
  const id = page.nodes[0]?.id;
  const result = await execute(
    `mutation { changeAlertStatuses(input: { ids: ["${id}", "${id}"], status: OPEN }) { changedCount results { id } } }`,
  );
  expect(result).toEqual({ data: { changeAlertStatuses: { changedCount: 1, results: [{ id }, { id }] } } });
});

test('notes are searched case-insensitively, including characters beyond ASCII', async () => {
  const { results } = await importAll(world.alerts, [inference({ endpoint_id: 'notes' })]);
  await execute(
    `mutation { updateAlert(input: { id: "${results[0]?.alertId}", status: OPEN, notes: "ÄÖÜ Straße, ПРИВЕТ" }) { alert { id } } }`,
  );
  for (const notes of ['äöü', 'STRAßE', 'привет']) {
    expect(await execute(`{ alerts(filter: { notes: "${notes}" }) { totalCount } }`)).toEqual({
      data: { alerts: { totalCount: 1 } },
    });
  }
});

describe('the failure of an import in the database', () => {
  test('returns the connections of the import to the pool', async () => {
    const { sql } = world.test.database;
    await sql.unsafe('alter table alerts.alert add constraint rejected check (num_nodes <> 777) not valid');
    onTestFinished(async () => {
      await sql.unsafe('alter table alerts.alert drop constraint rejected');
    });
    const imports = Array.from({ length: 30 }, (_, index) =>
      importAll(world.alerts, [inference({ tenant_id: `rejected-${index}`, num_nodes: 777 })]),
    );
    const outcomes = await Promise.allSettled(imports);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    const [row] = await sql`select count(*)::int as rows from alerts.inference where tenant_id like 'rejected-%'`;
    expect(row).toEqual({ rows: 0 });
  });

  test('is not caused by concurrent imports for thousands of tenants', async () => {
    const imports = Array.from({ length: 3 }, (_, round) =>
      importAll(
        world.alerts,
        Array.from({ length: 5000 }, (_, index) => inference({ tenant_id: `tenant-${round}-${index}` })),
      ),
    );
    const opened = (await Promise.all(imports)).map((result) => result.opened);
    expect(opened).toEqual([5000, 5000, 5000]);
  });
});

test('an unavailable database is reported even if no query is required', async () => {
  const configuration = testConfiguration({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
  const log = silentLog;
  const database = await openDatabase({ configuration, log });
  onTestFinished(() => database.close());
  const alertRequest = { ...alertDependencies({ configuration, database, clock: world.clock }), ...requestOf() };
  const detached = { code: 'STORE_UNAVAILABLE', message: 'The database cannot be reached' };
  await expect(modelPrecision(alertRequest, { tenantId: '' })).rejects.toMatchObject(detached);
  await expect(importInferences(alertRequest, [])).rejects.toMatchObject(detached);
  await expect(readAlert(alertRequest, { id: 'no-uuid', fields: fieldsOf('id') })).rejects.toMatchObject(detached);
  await expect(
    listAlerts(alertRequest, {
      filter: { tenantId: '' },
      orderBy: null,
      page: {},
      fields: fieldsOf('id'),
      wantsItems: true,
      wantsTotal: false,
    }),
  ).rejects.toMatchObject(detached);
});
