import { type BoundOperations, bindOperations } from '../../platform/bind-operations.js';
import { concurrencyOf, type JobDefinition } from '../../platform/jobs.js';
import { SecurityEvents } from '../../platform/security-events.js';
import type { Platform } from '../../platform/subgraph.js';
import { type DriveTiming, realTiming } from './dependencies.js';
import { evidenceJob, evidenceOperations } from './evidence/index.js';
import { guardJobs, guardOperations } from './guard/index.js';
import { historyOperations } from './history/index.js';
import {
  encryptContents,
  itemsByKeys,
  listDocumentSites,
  moveContents,
  openContentStore,
  pathsOfItems,
} from './items/index.js';
import { createTextReader, extractionJob, readerLimits, requestExtraction, searchOperations } from './search/index.js';
import { createCallbackSender, notifySubscribers, siteJobs, siteOperations, watchFolder } from './site/index.js';
import {
  createSiteClients,
  createSyncSemaphore,
  DroppedNotifications,
  syncJobs,
  syncOperations,
} from './sync/index.js';

export { type MassChangeRecord, MassChangeState, readMassChangeCounts, readOpenMassChanges } from './guard/index.js';
export type { OpenTree, TreeEntry } from './history/index.js';
export { bucketCounts, createContentStore } from './items/index.js';
export { mayStoreText, type SearchResult, SearchScope } from './search/index.js';
export type { MirrorClientRecord } from './site/index.js';
export { siteAddress } from './site-address.js';
export {
  type DriveNotificationInput,
  type FollowedSite,
  inspectDocumentSite,
  type RunRecord,
  readSiteStates,
  type SiteInspection,
  type SiteState,
  type StatusRecord,
  type SyncMetrics,
  SyncTrigger,
  siteStatesIn,
} from './sync/index.js';

/**
 * The operations of the drive domain for commands and tests. Each accepts a request and an input, and throws
 * DomainError.
 */
const operations = {
  ...syncOperations,
  ...siteOperations,
  ...evidenceOperations,
  ...historyOperations,
  ...guardOperations,
  encryptContents,
  moveContents,
  listDocumentSites,
  pathsOfItems,
  itemsByKeys,
  ...searchOperations,
};

export type DriveService = BoundOperations<typeof operations> & {
  readonly dependencies: ReturnType<typeof dependenciesOf>;
  readonly jobs: readonly JobDefinition[];
  /** Whether a folder is served as a document site. */
  readonly servesFolder: boolean;
  /** Starts watching the served folder, if one is configured; returns a function that stops watching. */
  start(): () => void;
  /** Closes connections to other servers, ends the process that extracts texts, and stores the counts in memory. */
  close(): Promise<void>;
};

/**
 * Creates the service of the drive domain. It sends no requests to a document site before an operation requires one.
 */
export function createDriveService(platform: Platform, timing: DriveTiming = realTiming): DriveService {
  assertOneSource(platform.configuration.drive);
  const dependencies = dependenciesOf(platform, timing);
  return {
    ...bindOperations(operations, dependencies),
    dependencies,
    jobs: [
      ...syncJobs(dependencies, () => afterSync(dependencies)),
      extractionJob(dependencies),
      ...siteJobs(dependencies),
      evidenceJob(dependencies),
      ...guardJobs(dependencies),
    ],
    servesFolder: dependencies.settings.folder !== '',
    start: () => (dependencies.settings.folder === '' ? () => {} : watchFolder(dependencies)),
    close: dependencies.close,
  };
}

function dependenciesOf(platform: Platform, timing: DriveTiming) {
  const { configuration, database, clock, log, securityEvents = new SecurityEvents(platform) } = platform;
  const settings = configuration.drive;
  const clients = createSiteClients({ database, clock, log, ...timing });
  const reader = createTextReader(readerLimits);
  const droppedNotifications = new DroppedNotifications({ database, clock, log });
  const callbacks = createCallbackSender({ allowPrivate: settings.notificationsAllowPrivate });
  return {
    ...{ database, clock, log, securityEvents, settings, ...timing },
    content: openContentStore({ configuration, log, securityEvents }),
    reader,
    clients,
    semaphore: createSyncSemaphore(concurrencyOf(database) - 1),
    droppedNotifications,
    callbacks,
    async close() {
      reader.close();
      await clients.close();
      await callbacks.close();
      await droppedNotifications.close();
    },
  };
}

/** Notifies mirror clients of changes, and schedules the job that extracts the text of new contents. */
async function afterSync(dependencies: ReturnType<typeof dependenciesOf>): Promise<void> {
  await notifySubscribers(dependencies);
  await requestExtraction(dependencies);
}

/** Throws if the settings contain both a site to follow and a folder to serve. */
function assertOneSource({ folder, graphUrl }: Platform['configuration']['drive']): void {
  if (folder !== '' && graphUrl !== '')
    throw new Error('[drive] folder and graph_url are mutually exclusive; remove one');
}
