import type { Metric } from 'prom-client';
import {
  bucketMetrics,
  driveSiteMetrics,
  jobMetrics,
  licenseMetrics,
  massChangeMetrics,
  notificationMetrics,
  policyZoneMetrics,
  rdapMetrics,
  zoneSourceMetrics,
} from '../gateway/index.js';
import { readsInTurn } from '../platform/database/index.js';
import { readWaitingJobs } from '../platform/jobs.js';
import type { MetricsSource, SubgraphDefinition } from '../platform/subgraph.js';
import { bucketCounts, readMassChangeCounts, readSiteStates } from '../subgraphs/drive/service.js';
import { licenseTotals } from '../subgraphs/licenses/index.js';
import { notificationTotals } from '../subgraphs/notifications/index.js';
import { readPolicyZones, readRdapBacklog, readSources } from '../subgraphs/zones/service.js';
import type { ProcessServices } from './process-services.js';

/**
 * Maximum duration of a statement that reads a metric; reads of several statements take less than the wait for a gauge.
 */
const statementTimeoutMs = 700;

const metricsByDomain: Readonly<Record<string, (source: MetricsSource) => Metric[]>> = {
  drive: (source) => [
    ...driveSiteMetrics(() => readSiteStates(source)),
    ...bucketMetrics(bucketCounts),
    ...massChangeMetrics(() => readMassChangeCounts(source)),
  ],
  licenses: (source) => licenseMetrics(() => licenseTotals(source)),
  notifications: (source) => notificationMetrics(() => notificationTotals(source)),
  zones: (source) => [
    ...zoneSourceMetrics(() => readSources(source)),
    ...rdapMetrics(() => readRdapBacklog(source)),
    ...policyZoneMetrics(() => readPolicyZones(source)),
  ],
};

/** The metrics of background jobs, and of the domains that run in this process, which has their settings. */
export function domainMetrics(
  { configuration, clock, database, jobRuns }: MetricsSource & Pick<ProcessServices, 'jobRuns'>,
  domains: readonly SubgraphDefinition[],
): Metric[] {
  const source = { configuration, clock, database: readsInTurn(database, { timeoutMs: statementTimeoutMs }) };
  const ofJobs = jobMetrics({ runs: jobRuns, readWaiting: () => readWaitingJobs(source) });
  return [...ofJobs, ...domains.flatMap(({ name }) => metricsByDomain[name]?.(source) ?? [])];
}
