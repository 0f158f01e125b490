import 'reflect-metadata';
import { parse } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../command-line/doctor/checks/engines.js';
import { compareGraphs } from '../../command-line/doctor/engines/compare.js';
import { sampleQueries } from '../../command-line/doctor/engines/sample-queries.js';
import { withUnmigratedDatabase } from '../../platform/database/index.js';
import { createTables, knownMigrations } from '../../platform/database/migrate.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { silentLog } from '../../platform/log.js';
import { testRequest } from '../execution/shop/index.js';
import { schemaGraph } from '../gateway/support/schema-graph.js';
import { describeJoinedDomains } from '../graph/support/edges.js';
import { describeEnvironment } from '../graph/support/environment.js';
import { createEmptyDatabase, testConfiguration } from '../support/index.js';
import { resultOf } from './support/examine.js';

const sdl = `
  type Query { same: Int number: Int now: Int rejected: Int thing(id: ID!, first: Int! = 2, kind: Kind!, where: Where!): String rdap: Int }
  type Mutation { change: Int }
  enum Kind { FIRST SECOND }
  input Where { name: String! depth: Int tags: [String!]! }
`;
let now = 0;
const reject = (message: string) => () => {
  throw new Error(message);
};
const one = schemaGraph(sdl, { same: () => 1, number: () => 1, now: () => now++, rejected: reject('a') });
const other = schemaGraph(sdl, { same: () => 1, number: () => 2, now: () => now++, rejected: reject('b') });

describe('the comparison of engines', () => {
  test('names queries with different results, and those whose results change from one request to the next', async () => {
    const texts = [
      'query Same { same }',
      'query Number { number }',
      'query Now { now }',
      'query Rejected { rejected }',
    ];
    const queries = sampleQueries(texts, { schema: one.apiSchema, knownValues: {} });
    expect(await compareGraphs({ first: one, second: other }, queries, testRequest())).toEqual({
      compared: 4,
      changed: ['Now'],
      differences: [{ query: 'Number', path: 'data.number' }],
    });
  });

  test('executes only queries without requests to third parties, with values for required variables', () => {
    const texts = [
      'query A($id: ID!, $first: Int! = 3, $kind: Kind!, $where: Where!) { thing(id: $id, first: $first, kind: $kind, where: $where) }',
      'mutation B { change }',
      'query C { rdap }',
      'query D($id: ID!) { same } query E { same }',
    ];
    const queries = sampleQueries(texts, { schema: one.apiSchema, knownValues: { id: 'known' } });
    expect(queries.map(({ name, variables }) => [name, variables])).toEqual([
      ['A', { id: 'known', kind: 'FIRST', where: { name: 'sample', tags: ['sample'] } }],
      ['D', { id: 'known' }],
      ['E', {}],
    ]);
    expect(queries[2]?.document).toEqual(parse('query D($id: ID!) { same } query E { same }'));
  });
});

const changingQueries = new Set([
  ...['GetHealth', 'AlertHealth', 'LicenseHistory', 'UsageLog'],
  ...['DownloadZone', 'ObservationSearch'],
]);
/** The delta token contains the time in seconds, which can differ between two requests. */
const queryWithSeconds = 'GetMirrorDelta';

describe('an instance with data in all domains', () => {
  const world = describeEnvironment();
  describeJoinedDomains(world);

  test('has the same responses on both engines', async () => {
    const { status, message } = await resultOf(engines, { ...world.environment });
    const sentence =
      /^(\d+) queries return the same results on both engines, apart from values that change with each request \((.*)\)$/;
    expect(message).toMatch(sentence);
    const [, count, changing = ''] = sentence.exec(message) ?? [];
    expect(new Set(changing.split(', ').filter((name) => name !== queryWithSeconds))).toEqual(changingQueries);
    // They include pages of the console, whose number grows.
    expect(Number(count)).toBeGreaterThanOrEqual(72);
    expect(status).toBe('ok');
  });
});

test('an instance with pending migrations is not migrated, and its engines are not compared', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const configuration = testConfiguration({ DATABASE_URL: url });
  const readNames = () =>
    withUnmigratedDatabase({ configuration, log: silentLog }, (sql) => sql`select name from drizzle.rampart_migration`);
  await withUnmigratedDatabase({ configuration, log: silentLog }, (sql) =>
    runTransaction(sql, (transaction) => createTables(transaction, knownMigrations().slice(0, -1))),
  );
  const before = await readNames();
  expect(await resultOf(engines, { DATABASE_URL: url })).toMatchObject({
    ...{ status: 'skipped', message: 'the database has pending migrations' },
  });
  expect(await readNames()).toEqual(before);
});

test('without a database, the engines are not compared', async () => {
  expect(await resultOf(engines, {})).toMatchObject({ status: 'skipped', message: 'no database yet' });
});
