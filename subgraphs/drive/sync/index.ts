import { addSite, requestSyncOf, setPaused, updateSiteOptions } from './service/change-sites.js';
import { connectDrive, disconnectDrive, syncDrive } from './service/connect.js';
import { findSite, listSites } from './service/list-sites.js';
import { receiveNotifications } from './service/notifications.js';
import { removeSite } from './service/remove-site.js';
import { listRuns, readStatus, readStatuses } from './service/status.js';

export {
  beginRun,
  finishRun,
  type RunRecord,
  type SyncMetrics,
  selectRunsByIds,
  updateRun,
  zeroMetrics,
} from './repository/runs.js';

export { DroppedNotifications } from './service/dropped-notifications.js';
export { inspectDocumentSite, type SiteInspection } from './service/inspect-site.js';
export { syncJobs } from './service/jobs.js';
export type { FollowedSite } from './service/list-sites.js';
export { supersededError } from './service/run.js';
export { createSiteClients } from './service/site-clients.js';
export { lockSite } from './service/site-lock.js';
export { readSiteStates, type SiteState, siteStatesIn } from './service/site-states.js';
export type { StatusRecord } from './service/status.js';
export { createSyncSemaphore } from './service/sync-semaphore.js';
export type { DriveNotificationInput } from './types-mutations.js';
export { DrivePermission, SyncOutcome, SyncTrigger } from './vocabulary.js';

export const syncOperations = {
  connectDrive,
  syncDrive,
  disconnectDrive,
  readStatus,
  readStatuses,
  addSite,
  findSite,
  listSites,
  updateSiteOptions,
  setPaused,
  requestSyncOf,
  removeSite,
  receiveNotifications,
  listRuns,
};
