import { describe, expect, test } from 'vitest';
import { describeAlertWorld, errorCodesOf, importAll, inference, queryAlerts, start } from './support/alert-world.js';

const world = describeAlertWorld();

/**
 * Imports two alerts of one host and, within their correlation window, one of another; returns the ids of the first
 * host's alerts.
 */
async function importTwoHosts(tenantId: string): Promise<string[]> {
  const { results } = await importAll(world.alerts, [
    inference({ tenant_id: tenantId, endpoint_id: 'One.example', model_name: 'sage' }),
    inference({ tenant_id: tenantId, endpoint_id: 'one.example', model_name: 'thyme', timestamp: start + 5 }),
    inference({ tenant_id: tenantId, endpoint_id: 'two.example', timestamp: start + 10 }),
  ]);
  return results.slice(0, 2).map(({ alertId }) => alertId ?? '');
}

const fields = ['tenantId', 'hostname', 'platform', 'totalAlerts', 'openAlerts', 'lastAlertTime', 'lastAlertTimeEpoch'];

describe('the endpoint of an alert', () => {
  test.each([...fields, fields.join(' ')])('is the same wherever the alert is queried: %s', async (selection) => {
    const tenantId = `read with ${selection}`;
    const [id = ''] = await importTwoHosts(tenantId);
    const statementCount = world.statements.length;
    const data = await queryAlerts(
      world,
      `query ($id: ID!, $tenantId: ID!, $representations: [_Any!]!) {
        endpoint(tenantId: $tenantId, hostname: "one.example") { ${selection} }
        two: endpoint(tenantId: $tenantId, hostname: "two.example") { ${selection} }
        alert(id: $id) { endpoint { ${selection} } }
        alertPage(filter: { tenantId: $tenantId }, orderBy: { field: LAST_SEEN }) { nodes { endpointId endpoint { ${selection} } } }
        alerts(filter: { tenantId: $tenantId }, orderBy: { field: LAST_SEEN }) {
          nodes { endpointId endpoint { ${selection} } }
          edges { node { endpointId endpoint { ${selection} } } }
        }
        of: endpoint(tenantId: $tenantId, hostname: "one.example") { alerts { nodes { endpoint { ${selection} } } } }
        related: alert(id: $id) { relatedAlerts { endpointId endpoint { ${selection} } } }
        _entities(representations: $representations) { ... on Alert { endpoint { ${selection} } } }
      }`,
      { id, tenantId, representations: [{ __typename: 'Alert', id }] },
    );
    const { endpoint, two } = data;
    expect(Object.keys(endpoint)).toEqual(selection.split(' '));
    expect(data.alert).toEqual({ endpoint });
    expect(data._entities).toEqual([{ endpoint }]);
    expect(data.of.alerts.nodes).toEqual([{ endpoint }, { endpoint }]);
    expect(data.related.relatedAlerts).toEqual([{ endpointId: 'two.example', endpoint: two }]);
    const page = [
      { endpointId: 'two.example', endpoint: two },
      ...Array(2).fill({ endpointId: 'one.example', endpoint }),
    ];
    expect(data.alertPage.nodes).toEqual(page);
    expect(data.alerts.nodes).toEqual(page);
    expect(data.alerts.edges).toEqual(page.map((node) => ({ node })));
    // Only the two endpoints and the one with its alerts are read separately; the others are read with their alerts.
    const endpointStatements = world.statements
      .slice(statementCount)
      .filter((statement) => /from unnest.*\n?.*join alerts\.endpoint/.test(statement));
    expect(endpointStatements.length, endpointStatements.join('\n---\n')).toBeLessThanOrEqual(2);
  });

  test('lists its alerts by cursor, each once, including those of the same import', async () => {
    const tenantId = 'pages of an endpoint';
    const input = Array.from({ length: 7 }, (_, index) =>
      inference({ tenant_id: tenantId, endpoint_id: 'paged', timestamp: start + index * 86_400 }),
    );
    const { results } = await importAll(world.alerts, input);
    const ids = results.map(({ alertId }) => alertId);
    const source = `query ($tenantId: ID!, $after: String, $status: [AlertStatus!]) {
      endpoint(tenantId: $tenantId, hostname: "paged") {
        alerts(first: 3, after: $after, status: $status) { edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } }
      } }`;
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const { alerts }: Awaited<ReturnType<typeof queryAlerts>> = (
        await queryAlerts(world, source, { tenantId, after })
      ).endpoint;
      expect(alerts.pageInfo).toMatchObject({ hasNextPage: pages.length < 2, hasPreviousPage: pages.length > 0 });
      expect(alerts.edges.at(-1).cursor).toBe(alerts.pageInfo.endCursor);
      pages.push(alerts.edges.map((edge: { node: { id: string } }) => edge.node.id));
      after = alerts.pageInfo.hasNextPage ? alerts.pageInfo.endCursor : null;
    } while (after !== null);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat().toSorted()).toEqual(ids.toSorted());
    const closed = await queryAlerts(world, source, { tenantId, status: ['RESOLVED'] });
    expect(closed.endpoint.alerts).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
    });
    expect(await errorCodesOf(world, source, { tenantId, after: 'nonsense' })).toEqual(['BAD_USER_INPUT']);
  });

  test('can be queried under several aliases', async () => {
    const [id] = await importTwoHosts('several names');
    const source = 'query ($id: ID!) { alert(id: $id) { a: endpoint { hostname } b: endpoint { openAlerts } } }';
    expect(await queryAlerts(world, source, { id })).toEqual({
      alert: { a: { hostname: 'one.example' }, b: { openAlerts: 2 } },
    });
  });

  test('has updated counts in the response of a mutation', async () => {
    const [first, second] = await importTwoHosts('after changes');
    const update = `mutation ($id: ID!) {
      updateAlert(input: { id: $id, status: RESOLVED }) { alert { status endpoint { hostname totalAlerts openAlerts } } } }`;
    expect(await queryAlerts(world, update, { id: first })).toEqual({
      updateAlert: {
        alert: { status: 'RESOLVED', endpoint: { hostname: 'one.example', totalAlerts: 2, openAlerts: 1 } },
      },
    });
    const verdict = `mutation ($id: ID!) {
      submitVerdict(input: { alertId: $id, isTruePositive: false }) { alert { endpoint { openAlerts } } } }`;
    expect(await queryAlerts(world, verdict, { id: second })).toEqual({
      submitVerdict: { alert: { endpoint: { openAlerts: 0 } } },
    });
    const mutation = `mutation ($ids: [ID!]!) {
      changeAlertStatuses(input: { ids: $ids, status: OPEN }) { results { alert { endpoint { openAlerts } } } } }`;
    expect(await queryAlerts(world, mutation, { ids: [first, second] })).toEqual({
      changeAlertStatuses: { results: Array(2).fill({ alert: { endpoint: { openAlerts: 2 } } }) },
    });
  });
});
