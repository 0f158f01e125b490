import { subgraphs } from '../../subgraphs/index.js';
import type { SubgraphSet } from '../competitor-servers.js';
import { type DashboardEnvironment, dashboardDatabase, dashboardToken, fillDashboard } from '../data/dashboard.js';
import { startDistributedRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { type Comparison, compare } from './compare.js';
import { distributedTargets, gateways, gatewayTargets } from './references.js';
import { addToken, graphqlDashboard, graphqlList, graphqlOne } from './requests.js';
import type { SuiteContext } from './suite.js';

/**
 * Compares a dashboard query over all four domains, in one process and with a process for each domain, with other
 * gateways that call the same domains over HTTP. With separate processes, also measures the alert list and a single
 * alert.
 */
export async function dashboardSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, onProgress, options } = context;
  const { profile } = options;
  const world = await fillDashboard(benchmark, { profile, onProgress });
  onProgress('starting the processes');
  const distributed = await startDistributedRampart(benchmark, {
    ...{ name: 'rampart-distributed', database: dashboardDatabase, settings: world.settings, profile },
    // Domains of the gateway, such as the audit log, run with it.
    domains: subgraphs.filter(({ isOfGateway }) => !isOfGateway).map(({ name }) => name),
  });
  const ids = await sampleAlertIds(context);
  return [
    ...(await compare(context, await dashboardComparison(context, { world, distributed }))),
    ...(await compare(
      context,
      await distributedComparison(context, { label: 'list of 100 alerts', distributed, world, requests: graphqlList }),
    )),
    ...(await compare(
      context,
      await distributedComparison(context, {
        label: 'one alert',
        distributed,
        world,
        requests: (path) => graphqlOne(ids, path),
      }),
    )),
  ];
}

/** The four domains behind Apollo Server, which does not authenticate and treats every caller as an administrator. */
function setOf({ settings }: DashboardEnvironment): SubgraphSet {
  return {
    ...{ name: 'dashboard', database: dashboardDatabase, settings, asAdministrator: true },
    subgraphs: subgraphs.map((definition) => ({ name: definition.name, typeDefs: definition.printTypeDefs() })),
  };
}

async function dashboardComparison(
  { servers }: SuiteContext,
  { world, distributed }: { world: DashboardEnvironment; distributed: string },
): Promise<Comparison> {
  const requests = addToken(graphqlDashboard(), dashboardToken);
  return {
    label: 'dashboard query',
    references: await gateways(servers, graphqlDashboard, setOf(world)),
    ours: [
      { name: 'dashboard query', origin: world.origin, requests, targets: gatewayTargets },
      { name: 'dashboard query, distributed processes', origin: distributed, requests, targets: distributedTargets },
    ],
  };
}

async function distributedComparison(
  { servers }: SuiteContext,
  options: {
    label: string;
    distributed: string;
    world: DashboardEnvironment;
    requests(path?: string): ReturnType<typeof graphqlList>;
  },
): Promise<Comparison> {
  const { label, distributed, world, requests } = options;
  const [stock] = await gateways(servers, requests, setOf(world));
  return {
    label: `${label}, distributed processes`,
    references: stock === undefined ? [] : [stock],
    ours: [
      {
        name: `GraphQL ${label}, distributed processes`,
        ...{ origin: distributed, requests: addToken(requests(), dashboardToken), targets: distributedTargets },
      },
    ],
  };
}

async function sampleAlertIds({ benchmark }: SuiteContext): Promise<string[]> {
  return await benchmark.withConnection(dashboardDatabase, async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from alerts.alert order by hashtext(id::text) limit 1000`;
    return rows.map(({ id }) => id);
  });
}
