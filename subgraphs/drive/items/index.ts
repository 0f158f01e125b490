export { bucketCounts } from './content/bucket-client.js';
export { type ContentStore, createContentStore } from './content/content-store.js';
export { fullDiskReason } from './content/disk-space.js';
export { openContentStore } from './content/open-content-store.js';
export type { PartialDownload } from './content/partial-download.js';
export type { ContentDependencies } from './dependencies.js';
export {
  applyStagedItems,
  claimSite,
  countStagedItems,
  type DeltaItem,
  deleteOtherStagedItems,
  deleteStagedItems,
  deleteStagedItemsAfter,
  deleteStagedItemsOfRun,
  discardListing,
  type ItemProperties,
  recordListing,
  removeBelowDeletedFolders,
  requestFullListing,
  setLastChange,
  stageItems,
} from './repository/changes.js';
export {
  type CompletedDownload,
  hasDueDownloads,
  maxRetrySeconds,
  type PendingDownload,
  recordDownloads,
  recordFailedDownload,
  recordMalware,
  resetDownloads,
  selectDownloads,
  selectStoredFile,
} from './repository/downloads.js';
export { applyFilter, setAppliedFilter } from './repository/filter.js';
export {
  columnsOf,
  type ItemField,
  type ItemFields,
  type ItemKey,
  type ItemRecord,
  itemFieldsOf,
  itemParts,
  keyOf,
  keyTypes,
  pageTypes,
  type StoredContent,
  type VersionKey,
  type VersionRecord,
} from './repository/items.js';
export { recordFinding, recordFindings } from './repository/malware.js';
export { hasMissedChanges, requestMissedChanges } from './repository/missed-changes.js';
export {
  countAllItems,
  deleteSiteRow,
  type RemovedCopy,
  removeCopy,
  retainContents,
  stopSyncs,
} from './repository/removal.js';
export {
  countItems,
  ensureSite,
  type ItemCounts,
  lockSiteForRun,
  postponePoll,
  type SiteRecord,
  selectSite,
  selectSiteByPath,
  selectSitesByIds,
  upsertSite,
  zeroCounts,
} from './repository/sites.js';
export { normalizeExtension } from './rules-normalize-extension.js';
export { normalizeFolder } from './rules-normalize-folder.js';
export {
  itemsByKeys,
  listSites as listDocumentSites,
  pathsOf as pathsOfItems,
  type SiteList,
  versionsByKeys,
} from './service.js';
export { encryptContents } from './service-encrypt-contents.js';
export { moveContents } from './service-move-contents.js';
export { sweepContents } from './service-sweep.js';
export type { AppliedFilter, FileFilter } from './tables.js';
