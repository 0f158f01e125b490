import { beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '../../subgraphs/alerts/endpoints/service.js';
import { describeAlertWorld, importAll, inference, start } from './support/alert-world.js';

const world = describeAlertWorld();
/** Tenants and hosts in byte order. */
const tenants = ['north', 'north-east', 'south'];
const hosts = ['a', 'b', 'ä', '\u{FF5E}', '\u{1F40D}'];
const ofOneTime = tenants.flatMap((tenant) => hosts.map((host) => `${tenant} ${host}`));
const newer = ['south z'];
const older = ['north y', 'south x'];
const inOrder = [...newer, ...ofOneTime, ...older];

beforeAll(async () => {
  const batchOf = (names: readonly string[], timestamp: number) =>
    names.map((name) => {
      const [tenant_id = '', endpoint_id = ''] = name.split(' ');
      return inference({ tenant_id, endpoint_id, timestamp });
    });
  const inferences = [batchOf(newer, start + 1), batchOf(ofOneTime, start), batchOf(older, start - 1)].flat();
  await importAll(world.alerts, inferences.toReversed());
});

async function page(options: { tenantId: string | null; first?: number; after?: string | null }) {
  const { tenantId, first = 1000, after = null } = options;
  const { edges, pageInfo } = await listEndpoints(world.as(), {
    filter: { tenantId },
    first,
    after,
    fields: { names: [], key: 'none' },
    wantsItems: true,
    wantsTotal: false,
  });
  return {
    endpoints: edges.map(({ node, cursor }) => ({ name: `${node.tenantId} ${node.hostname}`, cursor })),
    pageInfo,
  };
}

test.each([null, ...tenants].flatMap((tenantId) => [1, 2, 4, 7].map((first) => ({ tenantId, first }))))(
  'pages of $first endpoints with the filter tenantId: $tenantId contain each endpoint once and in order, even with equal times',
  async ({ tenantId, first }) => {
    const names: string[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const { endpoints, pageInfo } = await page({ tenantId, first, after });
      names.push(...endpoints.map(({ name }) => name));
      after = pageInfo.endCursor;
      hasMore = pageInfo.hasNextPage;
    }
    expect(names).toEqual(inOrder.filter((name) => tenantId === null || name.startsWith(`${tenantId} `)));
  },
);

test.each(tenants)('the list of %s accepts any cursor of the list of all tenants', async (tenantId) => {
  const { endpoints } = await page({ tenantId: null });
  expect(endpoints.map(({ name }) => name)).toEqual(inOrder);
  for (const [index, { cursor }] of endpoints.entries()) {
    const nextPage = await page({ tenantId, after: cursor });
    const behind = inOrder.slice(index + 1).filter((name) => name.startsWith(`${tenantId} `));
    expect(nextPage.endpoints.map(({ name }) => name)).toEqual(behind);
  }
});
