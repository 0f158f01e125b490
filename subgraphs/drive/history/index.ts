import { createArchiveTicket } from './service/archive.js';
import { openTree } from './service/open-tree.js';
import { readTree } from './service/tree.js';

export { createArchiveDownloads } from './service/archive.js';
export type { TreeEntry } from './service/files.js';
export type { OpenTree } from './service/open-tree.js';
export { readTree, type TreeRecord } from './service/tree.js';

export const historyOperations = { createArchiveTicket, openTree, readTree };
