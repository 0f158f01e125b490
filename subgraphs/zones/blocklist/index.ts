export { type BlockListFormat, blockListFormats } from './rules/formats.js';
export { blockListStream } from './service/block-list-stream.js';
export { exportBlockList } from './service/export-block-list.js';
