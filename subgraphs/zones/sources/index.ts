export { listSources, readSources, type SourceRecord, sourcesIn } from './service/list-sources.js';
export type { PullProgress } from './service/pull.js';
export { pullJobs } from './service/pull-due.js';
export type { PullReport } from './service/pull-zone.js';
export { pullZones } from './service/pull-zones.js';
export { type NotifyMessage, notifyReceiver } from './service/receive-notify.js';
export { createPullRuntime, type PullDependencies, type PullNetwork } from './service/runtime.js';
export { sourceFailure } from './upstream/failure.js';
export { discard, openSourceClient, type SourceClient } from './upstream/http-client.js';
