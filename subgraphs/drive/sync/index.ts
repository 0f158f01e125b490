import { connectDrive, disconnectDrive, syncDrive } from './service/connect.js';
import { receiveNotifications } from './service/notifications.js';
import { listRuns, readStatus } from './service/status.js';

export {
  beginRun,
  finishRun,
  type RunRecord,
  type SyncMetrics,
  selectRunsByIds,
  updateRun,
  zeroMetrics,
} from './repository/runs.js';

export { connectedClient } from './service/connection.js';
export { inspectDocumentSite, type SiteInspection } from './service/inspect-site.js';
export { syncJobs } from './service/jobs.js';
export type { NotificationInput } from './service/notifications.js';
export { superseded } from './service/run.js';
export { tryLockSite } from './service/site-lock.js';
export type { StatusRecord } from './service/status.js';
export { DrivePermission, SyncOutcome, SyncTrigger } from './vocabulary.js';

export const syncOperations = {
  connectDrive,
  syncDrive,
  disconnectDrive,
  readStatus,
  receiveNotifications,
  listRuns,
};
