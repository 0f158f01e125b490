import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRequestScopes } from '../../gateway/server/index.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { testAbsentDomains } from '../graph/support/absent-domains.js';
import { describeJoinedDomains, hosts, testEdges } from '../graph/support/edges.js';
import { describeEnvironment, sendRequest, serveFiles } from '../graph/support/environment.js';
import { distributed } from '../support/graph-forms.js';

const platform = describeEnvironment({}, distributed);
const alertIds = describeJoinedDomains(platform);

describe('an edge between domains requires one call and one statement for all parents of a level', () =>
  testEdges(platform, { isDistributed: true }));

testAbsentDomains(platform);

test('a completed mutation is reported even if the domain of the next one is unavailable', async () => {
  const item = (await serveFiles(platform, {})).get('a.txt');
  const operation = `mutation ($id: ID!, $siteId: ID!, $itemId: ID!) {
    updateAlert(input: { id: $id, status: ACKNOWLEDGED }) { alert { status evidence { notes } } }
    linkDriveEvidence(input: { alertId: $id, siteId: $siteId, itemId: $itemId }) { evidence { notes } }
  }`;
  const { data, errors } = await sendRequest({ graph: platform.without('drive') }, operation, {
    variables: { id: alertIds[5], ...item },
  });
  expect(data).toEqual({
    updateAlert: { alert: { status: 'ACKNOWLEDGED', evidence: null } },
    linkDriveEvidence: null,
  });
  expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  const response = await sendRequest(platform, `{ alert(id: "${alertIds[5]}") { status } }`);
  expect(response.data).toEqual({ alert: { status: 'ACKNOWLEDGED' } });
});

describe('an unresponsive domain', () => {
  const timeoutSeconds = 1;
  const hanging = createServer(() => {});
  const scopes = createRequestScopes({ timeoutSeconds });
  beforeAll(() => new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    scopes.close();
    hanging.closeAllConnections();
    hanging.close();
  });

  /** Sends a request with a timeout. */
  async function requestInTime(domain: string, operation: string, variables: Record<string, unknown> = {}) {
    const { port } = hanging.address() as AddressInfo; // A TCP server has an AddressInfo.
    const graph = platform.without(domain, { url: `http://127.0.0.1:${port}`, timeoutSeconds });
    const message = { socket: new Socket() } as IncomingMessage; // The code under test uses nothing else.
    const scope = scopes.begin({ ...requestOf(), message });
    const response = await sendRequest({ graph }, operation, { variables, context: scope });
    scope.end();
    return response;
  }

  test('does not delay the data of other domains', async () => {
    const { data, errors } = await requestInTime(
      'licenses',
      '{ endpoints { nodes { hostname controllers { guid } } } }',
    );
    expect(data?.endpoints).toMatchObject({
      nodes: hosts.map(() => ({ hostname: expect.any(String), controllers: null })),
    });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'TIMEOUT', subgraph: 'licenses' }]);
  });

  test('does not hide a completed mutation, regardless of how many mutations of the domain follow', async () => {
    const operation = `mutation ($id: ID!, $link: LinkDriveEvidenceInput!) {
      updateAlert(input: { id: $id, status: ACKNOWLEDGED }) { alert { status evidence { notes } } }
      linkDriveEvidence(input: $link) { evidence { notes } }
    }`;
    const link = { alertId: alertIds[4], siteId: 'site', itemId: 'item' };
    const { data, errors } = await requestInTime('drive', operation, { id: alertIds[4], link });
    expect(data).toEqual({
      updateAlert: { alert: { status: 'ACKNOWLEDGED', evidence: null } },
      linkDriveEvidence: null,
    });
    expect(errors?.map(({ extensions }) => extensions)).toEqual(
      Array.from({ length: 2 }, () => ({ code: 'TIMEOUT', subgraph: 'drive' })),
    );
  });
});
