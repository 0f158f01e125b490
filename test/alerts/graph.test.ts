import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { importLines } from '../../subgraphs/alerts/imports/service/import-lines.js';
import {
  describeAlertWorld,
  importAll,
  inference,
  requestOf,
  start,
  type WireInference,
} from './support/alert-world.js';

const world = describeAlertWorld();
const sample = join(projectRoot, 'test', 'fixtures', 'alerts', 'inferences.ndjson.gz');

async function execute(source: string, variableValues: Record<string, unknown> = {}) {
  const { schema } = world.subgraph;
  const contextValue = world.subgraph.createContext(requestOf());
  // Plain JSON, as a client gets it.
  return JSON.parse(JSON.stringify(await graphql({ schema, source, variableValues, contextValue })));
}

/** Runs the work and returns the statements that were executed during it. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statementCount = world.statements.length;
  await work();
  return world.statements.slice(statementCount);
}

let ids: string[] = [];

beforeAll(async () => {
  const { results } = await importAll(world.alerts, [
    inference({ tenant_id: 'graph', endpoint_id: 'a', attack_prob: 0.96 }),
    inference({ tenant_id: 'graph', endpoint_id: 'b', timestamp: start + 10 }),
    inference({ tenant_id: 'graph', endpoint_id: 'c', timestamp: start + 5000.5 }),
  ]);
  ids = results.map((result) => result.alertId ?? '');
});

describe('alerts in the GraphQL API', () => {
  test('are returned with their related data, counts and histogram in one operation', async () => {
    const { data, errors } = await execute(`{
      alerts(filter: { tenantId: "graph" }, orderBy: { field: LAST_SEEN }, first: 2) {
        totalCount
        pageInfo { hasNextPage endCursor }
        edges { cursor node { id severity lastSeen lastSeenEpoch } }
        nodes { endpointId endpoint { hostname platform totalAlerts openAlerts lastAlertTime } relatedEndpoints
          relatedAlerts { endpointId } transitions { toStatus } verdicts { isTruePositive } }
        facets { severity { value count } status { value count } endpoint { tenantId value count } }
        histogram(interval: HOUR) { start count }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data.alerts).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { id: ids[2], severity: 'MEDIUM', lastSeenEpoch: start + 5000.5 } }, { node: { id: ids[1] } }],
      nodes: [
        {
          endpointId: 'c',
          endpoint: { hostname: 'c', platform: 'WINDOWS', totalAlerts: 1, openAlerts: 1 },
          relatedEndpoints: [],
          relatedAlerts: [],
          transitions: [],
          verdicts: [],
        },
        { endpointId: 'b', relatedEndpoints: ['a'], relatedAlerts: [{ endpointId: 'a' }] },
      ],
      facets: {
        severity: [
          { value: 'MEDIUM', count: 2 },
          { value: 'CRITICAL', count: 1 },
        ],
        status: [{ value: 'OPEN', count: 3 }],
      },
    });
    expect(data.alerts.edges[0].node.lastSeen).toBe(new Date((start + 5000.5) * 1000).toISOString());
    expect(data.alerts.edges[1].cursor).toBe(data.alerts.pageInfo.endCursor);
    const counts = data.alerts.histogram.map((bucket: { count: number }) => bucket.count);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
  });

  test('are read with one statement per edge and level, not one per row', async () => {
    const statements = await statementsOf(async () => {
      const { errors } = await execute(`{ alertPage(filter: { tenantId: "graph" }) {
        total nodes { relatedEndpoints endpoint { totalAlerts alerts { nodes { id } } } relatedAlerts { id transitions { at } } verdicts { at } } } }`);
      expect(errors).toBeUndefined();
    });
    // Page with its endpoints, total, their alerts, related alerts, their transitions, verdicts.
    expect(statements).toHaveLength(6);
  });

  test('are resolved from references with one statement per type, and unknown ones are null', async () => {
    const source = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Alert { endpointId } ... on Endpoint { totalAlerts } } }`;
    const representations = [
      { __typename: 'Alert', id: ids[0] },
      { __typename: 'Endpoint', tenantId: 'graph', hostname: 'b' },
      { __typename: 'Alert', id: 'nonsense' },
      { __typename: 'Endpoint', tenantId: 'graph', hostname: 'unknown' },
      { __typename: 'Alert', id: ids[1] },
    ];
    const statements = await statementsOf(async () => {
      const { data } = await execute(source, { representations });
      expect(data._entities).toEqual([{ endpointId: 'a' }, { totalAlerts: 1 }, null, null, { endpointId: 'b' }]);
    });
    expect(statements).toHaveLength(2);
  });

  test('are null with the code NOT_FOUND if they do not exist', async () => {
    const { data, errors } = await execute('{ alert(id: "nonsense") { id } }');
    expect(data).toEqual({ alert: null });
    expect(errors).toMatchObject([
      { message: 'Alert nonsense not found', path: ['alert'], extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  test('are returned with their updated fields by mutations', async () => {
    const { data, errors } = await execute(
      `mutation ($id: ID!) {
        updateAlert(input: { id: $id, status: INVESTIGATING, notes: "n" }) { alert { status notes transitions { fromStatus toStatus via } } }
        submitVerdict(input: { alertId: $id, isTruePositive: true, actor: "eve" }) { isTruePositive alert { status actor verdicts { actor } } }
        changeAlertStatuses(input: { ids: [$id, "nonsense"], status: OPEN }) { changedCount results { id code alert { status } } }
      }`,
      { id: ids[0] },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      updateAlert: {
        alert: {
          status: 'INVESTIGATING',
          notes: 'n',
          transitions: [{ fromStatus: 'OPEN', toStatus: 'INVESTIGATING', via: 'GRAPHQL' }],
        },
      },
      submitVerdict: {
        isTruePositive: true,
        alert: { status: 'RESOLVED', actor: 'eve', verdicts: [{ actor: 'eve' }] },
      },
      changeAlertStatuses: {
        changedCount: 1,
        results: [
          { id: ids[0], code: null, alert: { status: 'OPEN' } },
          { id: 'nonsense', code: 'NOT_FOUND', alert: null },
        ],
      },
    });
  });

  test('are opened by an import of inferences, which returns a result for each', async () => {
    const { data, errors } = await execute(`mutation { importInferences(input: { inferences: [
      { inferenceId: "g1", tenantId: "imported", endpointId: "H", platform: LINUX, attackProb: 0.9, confidence: 1, prediction: ATTACK,
        timestamp: 5, modelName: "m", numNodes: 1, numEdges: 1 },
      { inferenceId: "g2", tenantId: "", endpointId: "H", platform: LINUX, attackProb: 9, confidence: 1, prediction: ATTACK,
        timestamp: 5, modelName: "m", numNodes: 1, numEdges: 1 } ] }) { opened rejected results { inferenceId outcome errors } } }`);
    expect(errors).toBeUndefined();
    expect(data.importInferences).toEqual({
      opened: 1,
      rejected: 1,
      results: [
        { inferenceId: 'g1', outcome: 'OPENED', errors: [] },
        {
          inferenceId: 'g2',
          outcome: 'REJECTED',
          errors: [
            'tenantId: must be a string of 1 to 200 characters without NUL, not ""',
            'attackProb: must be a number from 0 to 1, not 9',
          ],
        },
      ],
    });
  });
});

describe('the sample of 4,140 inferences', () => {
  test('has the same result as a straightforward implementation of the rules', async () => {
    const bytes = gunzipSync(readFileSync(sample));
    const totals = await importLines(world.as(), { input: Readable.from([bytes]) });
    const read = computeAlerts(
      bytes
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    expect(read.outcomes).toEqual({ opened: 499, joined: 2452, ignored: 1149, repeated: 40 });
    expect(totals).toMatchObject({ lines: 4140, rejected: 0, ...read.outcomes });
    const { data } = await execute(`{ alerts(filter: { tenantId: "acme" }) { totalCount
      facets(top: 100) { severity { value count } model { value count } technique { value count } endpoint { value count } }
      histogram(interval: DAY) { start count } } }`);
    const acme = read.alerts.filter((alert) => alert.tenant === 'acme');
    const { totalCount, facets, histogram } = data.alerts;
    expect(totalCount).toBe(acme.length);
    expect(countsOf(facets.severity)).toEqual(countBy(acme.map((alert) => severity(alert.score))));
    expect(countsOf(facets.model)).toEqual(countBy(acme.map((alert) => alert.model)));
    expect(countsOf(facets.technique)).toEqual(countBy(acme.flatMap((alert) => [...alert.techniques])));
    const endpoints = countBy(acme.map((alert) => alert.endpoint));
    expect(facets.endpoint).toHaveLength(Math.min(100, Object.keys(endpoints).length));
    for (const { value, count } of facets.endpoint) expect(count).toBe(endpoints[value]);
    const days = histogram.filter((bucket: { count: number }) => bucket.count > 0);
    expect(Object.fromEntries(days.map((day: { start: string; count: number }) => [day.start, day.count]))).toEqual(
      countBy(acme.map((alert) => new Date(Math.floor(alert.first / 86_400) * 86_400_000).toISOString())),
    );
  });
});

interface PlainAlert {
  tenant: string;
  endpoint: string;
  model: string;
  score: number;
  first: number;
  last: number;
  techniques: Set<string>;
}

/** The rules of alerts.md, implemented naively: one list, scanned for each inference. */
function computeAlerts(inferences: readonly WireInference[]) {
  const seenIds = new Set<string>();
  const alerts: PlainAlert[] = [];
  const outcomes = { opened: 0, joined: 0, ignored: 0, repeated: 0 };
  const distance = (alert: PlainAlert, at: number) => Math.max(0, at - alert.last, alert.first - at);
  for (const fixture of inferences) {
    const { tenant_id: tenant, model_name: model, timestamp: at, attack_prob: score } = fixture;
    const endpoint = fixture.endpoint_id.toLowerCase();
    const key = `${tenant} ${fixture.inference_id}`;
    if (seenIds.has(key)) outcomes.repeated++;
    else if (fixture.prediction !== 'attack' || score < 0.5) outcomes.ignored++;
    else {
      const [nearest] = alerts
        .filter((alert) => alert.tenant === tenant && alert.endpoint === endpoint && alert.model === model)
        .filter((alert) => distance(alert, at) <= 3600)
        .sort((a, b) => distance(a, at) - distance(b, at) || b.last - a.last);
      if (nearest === undefined) {
        outcomes.opened++;
        alerts.push({
          tenant,
          endpoint,
          model,
          score,
          first: at,
          last: at,
          techniques: new Set(fixture.ttp_techniques),
        });
      } else {
        outcomes.joined++;
        nearest.score = Math.max(nearest.score, score);
        nearest.first = Math.min(nearest.first, at);
        nearest.last = Math.max(nearest.last, at);
        for (const technique of fixture.ttp_techniques) nearest.techniques.add(technique);
      }
    }
    seenIds.add(key);
  }
  return { alerts, outcomes };
}

function severity(score: number): string {
  if (score >= 0.95) return 'CRITICAL';
  if (score >= 0.85) return 'HIGH';
  return score >= 0.7 ? 'MEDIUM' : 'LOW';
}

function countsOf(values: readonly { value: string; count: number }[]) {
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
}

function countBy(values: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
