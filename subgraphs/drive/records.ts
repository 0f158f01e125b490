import type { FieldSet } from '../../platform/field-set.js';
import type {
  ContentState,
  DriveChangeKind,
  DrivePermission,
  SubscriptionHealth,
  SubscriptionState,
  SyncOutcome,
  SyncTrigger,
} from './vocabulary.js';

/** What a change query tells of an item. Times are Unix epoch seconds. */
export interface ItemFacts {
  parentId: string | null;
  /** Null: not told, so it stays. */
  name: string | null;
  isRoot: boolean;
  isFolder: boolean;
  /** Has content to download. */
  isFile: boolean;
  size: number;
  eTag: string | null;
  cTag: string | null;
  mimeType: string | null;
  webUrl: string | null;
  createdAt: number | null;
  modifiedAt: number | null;
  modifiedBy: string | null;
  quickXorHash: string | null;
}

/** One entry of a change query; without facts it was deleted. */
export interface DeltaItem {
  id: string;
  facts: ItemFacts | null;
}

export interface SiteRecord {
  id: string;
  hostname: string;
  path: string;
  name: string;
  webUrl: string;
  lastChange: number;
  deltaLink: string | null;
  nextPollAtEpoch: number;
}

/** What is known of the configured connection. */
export interface ConnectionRecord {
  hostname: string;
  path: string;
  siteId: string | null;
  isConnected: boolean;
  connectedAtEpoch: number | null;
  disconnectedAtEpoch: number | null;
  roles: string[] | null;
  tokenExpiresAtEpoch: number | null;
  lastErrorCode: string | null;
  lastError: string | null;
  lastErrorAtEpoch: number | null;
  failures: number;
  circuitOpenUntilEpoch: number | null;
}

/** An item as it is stored. Times are Unix epoch seconds. */
export interface ItemRow {
  siteId: string;
  id: string;
  parentId: string | null;
  name: string;
  isRoot: boolean;
  isFolder: boolean;
  size: number;
  eTag: string | null;
  cTag: string | null;
  mimeType: string | null;
  webUrl: string | null;
  createdAtEpoch: number | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  quickXorHash: string | null;
  deletedAtEpoch: number | null;
  change: number;
  contentState: ContentState;
  contentSha256: string | null;
  downloadAttempts: number;
  downloadError: string | null;
}

/** The path is found by the names of the folders above. */
export type ItemField = keyof ItemRow | 'path';
export type ItemFields = FieldSet<ItemField>;

/** An item with the fields that were asked for, and always its key. `path` is null where it leads to no root. */
export type ItemRecord = Partial<ItemRow> & Pick<ItemRow, 'siteId' | 'id'> & { path?: string | null };

export interface VersionRecord {
  siteId: string;
  itemId: string;
  change: number;
  name: string;
  sha256: string;
  size: number;
  quickXorHash: string;
  eTag: string | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  storedAtEpoch: number;
}

export interface ChangeRecord {
  siteId: string;
  number: number;
  itemId: string;
  kind: DriveChangeKind;
  name: string;
  previousName: string | null;
  parentId: string | null;
  previousParentId: string | null;
  atEpoch: number;
}

export interface SubscriptionRecord {
  id: number;
  siteId: string;
  remoteId: string | null;
  state: SubscriptionState;
  resource: string;
  notificationUrl: string;
  clientStateHashes: string[];
  requestedExpiresAtEpoch: number | null;
  renewalRequests: number;
  createdAtEpoch: number;
  renewedAtEpoch: number;
  expiresAtEpoch: number | null;
  lastNotificationAtEpoch: number | null;
  lastError: string | null;
  lastErrorAtEpoch: number | null;
}

/** What a sync did so far. */
export interface SyncFigures {
  pages: number;
  itemsSeen: number;
  created: number;
  changed: number;
  deleted: number;
  downloads: number;
  downloadedBytes: number;
  resumedDownloads: number;
  failedDownloads: number;
  throttled: number;
  retries: number;
  fromScratch: boolean;
}

export interface RunRecord extends SyncFigures {
  id: number;
  siteId: string;
  trigger: SyncTrigger;
  outcome: SyncOutcome;
  startedAtEpoch: number;
  finishedAtEpoch: number | null;
  errorCode: string | null;
  error: string | null;
}

/** A file whose content is not here yet, or no longer the newest. */
export interface PendingDownload {
  siteId: string;
  id: string;
  name: string;
  size: number;
  eTag: string | null;
  cTag: string | null;
  quickXorHash: string | null;
  attempts: number;
}

/** A downloaded content that lies in its place. */
export interface StoredContent {
  sha256: string;
  size: number;
  quickXorHash: string;
}

/** How many items a site has here. */
export interface ItemCounts {
  items: number;
  files: number;
  folders: number;
  storedFiles: number;
  storedBytes: number;
  pendingDownloads: number;
  failedDownloads: number;
}

/** Notifications by what became of them. */
export interface ReceiverCounts {
  accepted: number;
  dropped: number;
}

export interface EvidenceRecord {
  id: number;
  alertId: string;
  siteId: string;
  itemId: string;
  note: string;
  linkedBy: string;
  linkedAtEpoch: number;
  /** What is known of the item, where the link was read with it. */
  item?: ItemRecord | null;
}

export interface StatusRecord {
  isConnected: boolean;
  /** Why it is not connected, or what hinders it; null: all is well. */
  reason: string | null;
  connection: ConnectionRecord;
  site: SiteRecord | null;
  isCircuitOpen: boolean;
  missingPermissions: DrivePermission[];
  subscription: SubscriptionRecord | null;
  subscriptionHealth: SubscriptionHealth;
  lastRun: RunRecord | null;
  lastSuccessAtEpoch: number | null;
  counts: ItemCounts;
  receiver: ReceiverCounts;
}

/** A tool that may read the mirror. */
export interface MirrorClientRecord {
  id: string;
  name: string;
  createdAtEpoch: number;
  lastTokenAtEpoch: number | null;
}

/** An item as the mirror tells it, with the content that is here. */
export interface MirrorItemRecord {
  id: string;
  parentId: string | null;
  name: string;
  isRoot: boolean;
  isFolder: boolean;
  mimeType: string | null;
  webUrl: string | null;
  createdAtEpoch: number | null;
  modifiedAtEpoch: number | null;
  modifiedBy: string | null;
  isDeleted: boolean;
  change: number;
  sha256: string | null;
  size: number;
  quickXorHash: string | null;
  childCount: number;
}

export interface MirrorContentRecord {
  name: string;
  mimeType: string | null;
  modifiedAtEpoch: number | null;
  sha256: string;
  size: number;
}

/** A subscription of a client of the mirror. */
export interface MirrorSubscriptionRecord {
  id: string;
  clientId: string;
  siteId: string;
  resource: string;
  notificationUrl: string;
  clientState: string | null;
  expiresAtEpoch: number;
}

/** Something that the last scan found in the served folder. */
export interface FolderEntryRecord {
  itemId: string;
  path: string;
  inode: string;
  size: number;
  modified: string;
  /** Null: a folder. */
  sha256: string | null;
  quickXorHash: string | null;
}
