import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { describeJoinedDomains, edges, hosts, testEdges } from '../graph/support/edges.js';
import { ask, describeHouse, serveFiles } from '../graph/support/house.js';
import { lostFields } from '../graph/support/lost-fields.js';
import { apart } from '../support/graph-forms.js';

const house = describeHouse({}, apart);
const alertIds = describeJoinedDomains(house);

describe('an edge between domains is one call and one statement for all parents of a level', () =>
  testEdges(house, { areApart: true }));

/** All that answers lack while a domain is away: its own root fields, and edges to what it alone knows. */
const owed: Readonly<Record<string, readonly string[]>> = {
  alerts: [
    'Controller.endpoints',
    'Domain.endpoints',
    'DriveEvidence.alert',
    'DriveItem.alerts',
    'Query.alerts',
    'Query.endpoints',
  ],
  zones: ['Endpoint.domain', 'Query.domain'],
  licenses: ['Domain.controllers', 'Endpoint.controllers', 'Query.controllers'],
  drive: ['Alert.evidence', 'Endpoint.evidence', 'Query.driveSites'],
};

describe.each(Object.keys(owed))('while %s cannot be reached', (away) => {
  const operations = [
    ...edges.map(([, operation, , fetches]) => ({ operation, fetches })),
    {
      operation: '{ domain(name: "northwind.example") { name endpoints { hostname } controllers { guid } } }',
      fetches: 'zones alerts licenses',
    },
  ];

  test('an answer lacks only what that domain owes, and says so', async () => {
    const graph = house.without(away);
    const query = graph.apiSchema.getQueryType() as GraphQLObjectType; // Every graph has one.
    const seen = new Set<string>();
    for (const { operation, fetches } of operations) {
      const { data: whole } = await ask(house, operation);
      const { data: rest, errors } = await ask({ graph }, operation);
      const lost = lostFields(query, whole ?? {}, rest ?? {});
      const isNeeded = fetches.split(' ').includes(away);
      expect([operation, lost.length > 0]).toEqual([operation, isNeeded]);
      expect(errors?.map(({ extensions }) => extensions)).toEqual(
        isNeeded ? [{ code: 'SERVICE_UNAVAILABLE', subgraph: away }] : undefined,
      );
      for (const field of lost) seen.add(field);
    }
    expect([...seen].toSorted()).toEqual(owed[away]);
  });
});

test('a change that was made is told of although the domain of the next one is away', async () => {
  const item = (await serveFiles(house, {})).get('a.txt');
  const operation = `mutation ($id: ID!, $siteId: ID!, $itemId: ID!) {
    updateAlert(input: { id: $id, status: ACKNOWLEDGED }) { alert { status evidence { note } } }
    linkDriveEvidence(input: { alertId: $id, siteId: $siteId, itemId: $itemId }) { evidence { note } }
  }`;
  const { data, errors } = await ask({ graph: house.without('drive') }, operation, {
    variables: { id: alertIds[5], ...item },
  });
  expect(data).toEqual({
    updateAlert: { alert: { status: 'ACKNOWLEDGED', evidence: null } },
    linkDriveEvidence: null,
  });
  expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  const kept = await ask(house, `{ alert(id: "${alertIds[5]}") { status } }`);
  expect(kept.data).toEqual({ alert: { status: 'ACKNOWLEDGED' } });
});

test('a domain that hangs keeps nobody from the answers of the others', async () => {
  const hanging = createServer(() => {});
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo; // It listens on TCP.
  const graph = house.without('licenses', { url: `http://127.0.0.1:${port}`, timeoutSeconds: 1 });
  const { data, errors } = await ask({ graph }, '{ endpoints { nodes { hostname controllers { guid } } } }');
  hanging.closeAllConnections();
  hanging.close();
  expect(data?.endpoints).toMatchObject({
    nodes: hosts.map(() => ({ hostname: expect.any(String), controllers: null })),
  });
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'TIMEOUT', subgraph: 'licenses' }]);
});
