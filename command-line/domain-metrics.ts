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
import { readWaitingJobs } from '../platform/jobs.js';
import type { Platform, SubgraphDefinition } from '../platform/subgraph.js';
import { bucketCounts, readMassChangeCounts, readSiteStates } from '../subgraphs/drive/service.js';
import { licenseTotals } from '../subgraphs/licenses/index.js';
import { notificationTotals } from '../subgraphs/notifications/index.js';
import { readPolicyZones, readRdapBacklog, readSources } from '../subgraphs/zones/service.js';
import type { ProcessServices } from './process-services.js';

const metricsByDomain: Readonly<Record<string, (platform: Platform) => Metric[]>> = {
  drive: (platform) => [
    ...driveSiteMetrics(() => readSiteStates(platform)),
    ...bucketMetrics(bucketCounts),
    ...massChangeMetrics(() => readMassChangeCounts(platform)),
  ],
  licenses: (platform) => licenseMetrics(() => licenseTotals(platform)),
  notifications: (platform) => notificationMetrics(() => notificationTotals(platform)),
  zones: (platform) => [
    ...zoneSourceMetrics(() => readSources(platform)),
    ...rdapMetrics(() => readRdapBacklog(platform)),
    ...policyZoneMetrics(() => readPolicyZones(platform)),
  ],
};

/** The metrics of background jobs, and of the domains that run in this process, which has their settings. */
export function domainMetrics(
  platform: Platform & Pick<ProcessServices, 'jobRuns'>,
  domains: readonly SubgraphDefinition[],
): Metric[] {
  const ofJobs = jobMetrics({ runs: platform.jobRuns, readWaiting: () => readWaitingJobs(platform) });
  return [...ofJobs, ...domains.flatMap(({ name }) => metricsByDomain[name]?.(platform) ?? [])];
}
