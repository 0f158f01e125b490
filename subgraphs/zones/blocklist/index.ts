export {
  type BlockListScope,
  countBlockedNames,
  selectBlockedNames,
  selectBlockSerial,
} from './repository/block-list.js';
export { type BlockListFormat, blockListFormats, isBlockable, rpzSeconds } from './rules/formats.js';
export { blockListStream } from './service/block-list-stream.js';
export { type BlockListChanges, blockListChanges, blockListJobs, pruneBlockListChanges } from './service/changes.js';
export { blockedNames, exportBlockList } from './service/export-block-list.js';
