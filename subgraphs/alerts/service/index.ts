import type { JobDefinition } from '../../../platform/jobs.js';
import type { Platform } from '../../../platform/subgraph.js';
import { type BoundVerbs, bindVerbs } from '../../../platform/verbs.js';
import { readAccess } from './authorisation.js';
import { changeAlertStatuses, submitVerdict, updateAlert } from './change-alerts.js';
import { countAlerts, countByTime, countFacets, modelPrecision, storeStatus } from './count-alerts.js';
import type { AlertDependencies } from './dependencies.js';
import { foldAlertTally, importInferences } from './import-inferences.js';
import { importLines } from './import-lines.js';
import { listAlerts, pageAlerts } from './list-alerts.js';
import {
  alertIdsOfEndpoints,
  alertsByIds,
  alertsOfEndpoints,
  readAlert,
  relatedAlerts,
  transitionsOf,
  verdictsOf,
} from './read-alerts.js';
import {
  endpointsByHostnames,
  endpointsByKeys,
  endpointsUnderDomains,
  listEndpoints,
  summarizeEndpoints,
} from './read-endpoints.js';
import { openAlertStore } from './store.js';

export type { StatusChangeResult } from './change-alerts.js';
export type { FacetsRecord, HistogramBucket } from './count-alerts.js';
export type { AlertRequest } from './dependencies.js';
export { alertEvents } from './events.js';
export type { ImportResult } from './import-inferences.js';
export type { ImportFigures, ImportLinesInput, RejectedLine } from './import-lines.js';
export type { AlertConnectionRecord, AlertPageRecord } from './list-alerts.js';
export type { EndpointConnectionRecord } from './read-endpoints.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = {
  readAlert,
  alertsByIds,
  pageAlerts,
  listAlerts,
  countAlerts,
  countFacets,
  countByTime,
  relatedAlerts,
  alertsOfEndpoints,
  alertIdsOfEndpoints,
  transitionsOf,
  verdictsOf,
  updateAlert,
  submitVerdict,
  changeAlertStatuses,
  importInferences,
  importLines,
  endpointsByHostnames,
  endpointsUnderDomains,
  endpointsByKeys,
  listEndpoints,
  summarizeEndpoints,
  modelPrecision,
  storeStatus,
  readAccess,
};

export type AlertService = BoundVerbs<typeof verbs> & {
  readonly jobs: readonly JobDefinition[];
};

/** The service of the alerts domain on the given platform. Uptime counts from here. */
export function createAlertService(platform: Platform): AlertService {
  const { alerts, auth } = platform.configuration;
  const dependencies: AlertDependencies = {
    store: openAlertStore(platform.database),
    clock: platform.clock,
    log: platform.log,
    settings: { ...alerts, openToAnonymous: auth.alerts !== 'token' },
    startedAt: platform.clock.now() / 1000,
  };
  return { ...bindVerbs(verbs, dependencies), jobs: [foldTallyJob(dependencies)] };
}

/** Each change of an alert adds to the tally; sums stay short when it is folded every minute. */
function foldTallyJob(dependencies: AlertDependencies): JobDefinition {
  return { name: 'alerts.fold-tally', cron: '* * * * *', run: () => foldAlertTally(dependencies) };
}
