import { describe, expect, test } from 'vitest';
import { describeAlertWorld, importAll, inference, queryAlerts } from './support/alert-world.js';

const world = describeAlertWorld();

/** Imports one alert of this host and two of each of the others, all at the same time. */
async function importBurst(tenantId: string, hostname: string, others: readonly string[]): Promise<string> {
  const { results } = await importAll(world.alerts, [
    inference({ tenant_id: tenantId, endpoint_id: hostname }),
    ...others.flatMap((endpoint_id) =>
      ['sage', 'thyme'].map((model_name) => inference({ tenant_id: tenantId, endpoint_id, model_name })),
    ),
  ]);
  return results[0]?.alertId ?? '';
}

const others = ['c.example', 'a.example', 'B.example', '\u{1F600}.example', '\uFF41.example', 'b.example'];
// In PostgreSQL's byte order, and in lower case like stored hostnames.
const sorted = ['a.example', 'b.example', 'c.example', '\uFF41.example', '\u{1F600}.example'];

describe('endpoints related to an alert', () => {
  test('are sorted without duplicates wherever an alert is queried', async () => {
    const tenantId = 'related everywhere';
    const id = await importBurst(tenantId, 'x.example', others);
    const data = await queryAlerts(
      world,
      `query ($id: ID!, $tenantId: ID!, $representations: [_Any!]!) {
        alert(id: $id) { relatedEndpoints endpoint { alerts(first: 1) { nodes { relatedEndpoints } } }
          relatedAlerts(first: 100) { endpointId relatedEndpoints } }
        alertPage(filter: { tenantId: $tenantId }) { nodes { endpointId relatedEndpoints } }
        alerts(first: 100, filter: { tenantId: $tenantId }) { nodes { endpointId relatedEndpoints } }
        _entities(representations: $representations) { ... on Alert { relatedEndpoints } }
      }`,
      { id, tenantId, representations: [{ __typename: 'Alert', id }] },
    );
    expect(data.alert.relatedEndpoints).toEqual(sorted);
    expect(data.alert.endpoint.alerts.nodes).toEqual([{ relatedEndpoints: sorted }]);
    expect(data._entities).toEqual([{ relatedEndpoints: sorted }]);
    for (const { nodes } of [data.alertPage, data.alerts, { nodes: data.alert.relatedAlerts }]) {
      for (const { endpointId, relatedEndpoints } of nodes) {
        const expected = [...sorted, 'x.example'].filter((hostname) => hostname !== endpointId);
        expect(relatedEndpoints.toSorted()).toEqual(expected.toSorted());
        if (endpointId === 'a.example')
          expect(relatedEndpoints).toEqual(['b.example', 'c.example', 'x.example', ...sorted.slice(3)]);
      }
    }
  });

  test('are sorted without duplicates in the responses of mutations', async () => {
    const id = await importBurst('related after changes', 'x.example', others);
    const data = await queryAlerts(
      world,
      `mutation ($id: ID!) {
        updateAlert(input: { id: $id, status: INVESTIGATING }) { alert { relatedEndpoints } }
        submitVerdict(input: { alertId: $id, isTruePositive: true }) { alert { relatedEndpoints } }
        changeAlertStatuses(input: { ids: [$id], status: OPEN }) { results { alert { relatedEndpoints } } }
      }`,
      { id },
    );
    expect(data.updateAlert.alert.relatedEndpoints).toEqual(sorted);
    expect(data.submitVerdict.alert.relatedEndpoints).toEqual(sorted);
    expect(data.changeAlertStatuses.results).toEqual([{ alert: { relatedEndpoints: sorted } }]);
  });

  test.each([32, 33, 100])('are sorted without duplicates if %i endpoints have two alerts each', async (count) => {
    const hostnames = Array.from({ length: count }, (_, index) => `host-${(index * 37) % count}`);
    const id = await importBurst(`related ${count}`, 'x', hostnames);
    const data = await queryAlerts(world, 'query ($id: ID!) { alert(id: $id) { relatedEndpoints } }', { id });
    expect(data.alert.relatedEndpoints).toEqual([...new Set(hostnames)].toSorted());
  });
});
