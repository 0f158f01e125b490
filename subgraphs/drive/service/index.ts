import { setTimeout as delay } from 'node:timers/promises';
import type { JobDefinition } from '../../../platform/jobs.js';
import { SecurityEvents } from '../../../platform/security-events.js';
import type { Platform } from '../../../platform/subgraph.js';
import { type BoundVerbs, bindVerbs } from '../../../platform/verbs.js';
import { recordToken } from '../repository/sites.js';
import { connectDrive, disconnectDrive, requestSync, syncDrive } from './connect-drive.js';
import { configuredSite } from './connection.js';
import type { DriveDependencies } from './dependencies.js';
import { evidenceOfAlertGroups, evidenceOfAlerts, evidenceOfItems, linkEvidence, unlinkEvidence } from './evidence.js';
import { scanFolder } from './folder/scan-folder.js';
import { watchFolder } from './folder/serve-folder.js';
import { driveJobs } from './jobs.js';
import { type CallbackSender, createCallbackSender } from './mirror/callback.js';
import { addMirrorClient, issueMirrorToken, listMirrorClients, removeMirrorClient } from './mirror/clients.js';
import { findMirrorSite, readMirrorDelta } from './mirror/read-mirror.js';
import {
  createSubscription,
  endSubscription,
  listSubscriptions,
  readSubscription,
  renewSubscription,
} from './mirror/subscriptions.js';
import { createDownloadTicket, createVersionTicket } from './mirror/tickets.js';
import {
  childrenOf,
  contentsOf,
  countsOf,
  itemsByKeys,
  listChanges,
  listItems,
  listRuns,
  listSites,
  pathsOf,
  rootsOf,
  sitesByIds,
  subscriptionsOf,
  versionsOf,
} from './read-items.js';
import { readStatus } from './read-status.js';
import { receiveNotifications } from './receive-notifications.js';
import type { Pause } from './settings.js';
import { createContentStore } from './storage/content-store.js';
import { createGraphClient, type GraphClient } from './upstream/graph-client.js';
import { createHttpEngine } from './upstream/http-engine.js';

export type { MirrorClientRecord, RunRecord, StatusRecord, SyncFigures } from '../records.js';
export { SyncTrigger } from '../vocabulary.js';
export type { ConnectResult, DisconnectResult } from './connect-drive.js';
export type { DriveRequest } from './dependencies.js';
export { syncEvents } from './events.js';
export type { EvidenceInput } from './evidence.js';
export { inspectDocumentSite, type SiteInspection } from './inspect-site.js';
export { createMirrorAuthenticator, type IssuedToken } from './mirror/clients.js';
export { createMirrorDownloads } from './mirror/downloads.js';
export type { MirrorDeltaRecord, MirrorSiteRecord } from './mirror/read-mirror.js';
export type { PageInput } from './read-items.js';
export type { NotificationInput } from './receive-notifications.js';
export type { Pause } from './settings.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = {
  connectDrive,
  syncDrive,
  requestSync,
  disconnectDrive,
  readStatus,
  receiveNotifications,
  listSites,
  sitesByIds,
  itemsByKeys,
  rootsOf,
  pathsOf,
  versionsOf,
  contentsOf,
  childrenOf,
  listItems,
  listChanges,
  listRuns,
  subscriptionsOf,
  countsOf,
  linkEvidence,
  unlinkEvidence,
  evidenceOfAlerts,
  evidenceOfAlertGroups,
  evidenceOfItems,
  addMirrorClient,
  listMirrorClients,
  removeMirrorClient,
  issueMirrorToken,
  findMirrorSite,
  readMirrorDelta,
  createDownloadTicket,
  createVersionTicket,
  createSubscription,
  listSubscriptions,
  readSubscription,
  renewSubscription,
  endSubscription,
  scanFolder,
};

export type DriveService = BoundVerbs<typeof verbs> & {
  readonly jobs: readonly JobDefinition[];
  /** Whether a folder is served as a document site. */
  readonly servesFolder: boolean;
  /** Has the served folder watched; returns how that ends. Nothing is to be watched where none is served. */
  start(): () => void;
  /** Lets go of the connections to the document site. */
  close(): Promise<void>;
};

/** How time passes for requests that wait; tests let it pass faster. */
export interface Waiting {
  readonly pause: Pause;
  readonly random: () => number;
}

const realWaiting: Waiting = {
  pause: async (seconds, signal) => {
    await delay(seconds * 1000, undefined, signal === undefined ? {} : { signal });
  },
  random: Math.random,
};

/** The service of the drive domain on the given platform. Nothing is asked of the document site until a verb needs it. */
export function createDriveService(platform: Platform, waiting: Waiting = realWaiting): DriveService {
  assertOneSource(platform.configuration.drive);
  let graph: GraphClient | undefined;
  let callbacks: CallbackSender | undefined;
  const dependencies: DriveDependencies = {
    database: platform.database,
    clock: platform.clock,
    log: platform.log,
    securityEvents: platform.securityEvents ?? new SecurityEvents(platform),
    settings: platform.configuration.drive,
    content: createContentStore(platform.configuration.server.dataDir),
    graph: () => {
      graph ??= clientOf(platform, waiting);
      return graph;
    },
    callbacks: () => {
      callbacks ??= createCallbackSender({ allowPrivate: platform.configuration.drive.notificationsAllowPrivate });
      return callbacks;
    },
    ...waiting,
  };
  return {
    ...bindVerbs(verbs, dependencies),
    jobs: driveJobs(dependencies),
    servesFolder: dependencies.settings.folder !== '',
    start: () => (dependencies.settings.folder === '' ? () => {} : watchFolder(dependencies)),
    close: async () => {
      await graph?.close();
      await callbacks?.close();
    },
  };
}

/** A site is copied, or a folder is served: an instance that did both would mix them up. */
function assertOneSource({ folder, graphUrl }: Platform['configuration']['drive']): void {
  if (folder !== '' && graphUrl !== '') throw new Error('[drive] folder and graph_url exclude each other; remove one');
}

function clientOf({ configuration, database, clock, log }: Platform, waiting: Waiting): GraphClient {
  const settings = configuration.drive;
  const site = configuredSite(settings);
  return createGraphClient({
    settings,
    clock,
    engine: createHttpEngine({ clock, ...waiting }),
    async onToken({ roles, expiresAt }) {
      // For the status only: a database that is away is told of by whatever needs it.
      await database
        .guard((sql) => recordToken(sql, { ...site, roles, expiresAt }))
        .catch((error: unknown) => log.warn({ err: error }, 'what a token tells could not be kept'));
    },
  });
}
