import type { Graph } from '../../gateway/index.js';
import { commandName } from '../command-name.js';
import type { Address } from '../running.js';
import { administer } from './administer.js';
import { dashboardQuery } from './dashboard-query.js';

const overviewQuery = /* GraphQL */ `
  query Overview($open: AlertFilter) {
    alertStore {
      alertsCount
    }
    alerts(filter: $open) {
      totalCount
    }
    suppressed: alerts(filter: { suppressed: ONLY }) {
      totalCount
    }
    incidents {
      totalCount
    }
    endpoints {
      totalCount
    }
    zones {
      name
      domains
    }
    license {
      seatsUsed
      cap
    }
    driveSites {
      webUrl
      counts {
        files
      }
    }
  }
`;

interface Overview {
  alertStore: { alertsCount: number };
  alerts: { totalCount: number };
  suppressed: { totalCount: number };
  incidents: { totalCount: number };
  endpoints: { totalCount: number };
  zones: { name: string; domains: number }[];
  license: { seatsUsed: number; cap: number };
  driveSites: { webUrl: string; counts: { files: number } }[];
}

export interface DemoSummaryOptions {
  readonly addresses: readonly Address[];
  /** The administrator's token. */
  readonly token: string;
  /** An API key of the zone feed. */
  readonly key: string;
  /** Data directory of the demo. Commands accept it as `--data-dir`. */
  readonly dataDir: string;
}

/** Describes the contents of the four domains, the result of one query over all of them, and next steps. */
export async function describeDemo(
  graph: Graph,
  { addresses, token, key, dataDir }: DemoSummaryOptions,
): Promise<string> {
  const overviewData = (await administer(graph, overviewQuery, { open: { status: ['OPEN'] } })) as Overview; // The type matches the query.
  const result = await administer(graph, dashboardQuery, {});
  const address = (name: string): string => addresses.find((candidate) => candidate.name === name)?.url ?? '';
  return [
    ...['', 'Sample data', ...describeOverview(overviewData)],
    ...['', 'One query across all four domains', indent(dashboardQuery)],
    ...['', 'Its result', indent(JSON.stringify(result, undefined, 2))],
    ...['', 'Next steps'],
    `  ${address('console')}  the console; sign in with ${token}`,
    `  ${address('graphql')} the explorer in a browser, and the GraphQL endpoint for programs (Authorization: Bearer ${token})`,
    `  ${address('docs')} the REST reference`,
    `  ${address('rest')}/api/v1/download/demo.zone?search=northw  the zone feed (Authorization: Bearer ${key})`,
    `  ${address('licenses')}/api/check-license/ the check-in endpoint of controllers`,
    `  ${address('rest')}/events?types=alerts live events`,
    ...['', 'Commands in this directory use the demo while it runs; elsewhere, specify the'],
    `  instance: ${commandName} COMMAND --data-dir ${dataDir}`,
    ...['', ''],
  ].join('\n');
}

function describeOverview({
  alertStore,
  alerts,
  suppressed,
  incidents,
  endpoints,
  zones,
  license,
  driveSites,
}: Overview): string[] {
  const formatCount = (number: number): string => number.toLocaleString('en-US');
  const domains = zones.reduce((sum, zone) => sum + zone.domains, 0);
  const files = driveSites.reduce((sum, { counts }) => sum + counts.files, 0);
  return [
    `  alerts      ${formatCount(alertStore.alertsCount)} on ${formatCount(endpoints.totalCount)} endpoints: ${formatCount(alerts.totalCount)} open, ${formatCount(suppressed.totalCount)} suppressed; ${incidents.totalCount} incidents`,
    `  zones       ${zones.map(({ name }) => name).join(' and ')} with ${formatCount(domains)} domains`,
    `  licenses    ${license.seatsUsed} of ${license.cap} seats occupied`,
    `  drive       ${formatCount(files)} files of ${driveSites.map(({ webUrl }) => webUrl).join(', ')}`,
  ];
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
