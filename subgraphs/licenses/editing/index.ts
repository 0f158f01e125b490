export type { EditingDependencies } from './service/candidate.js';
export { previewDocument, readDocument, replaceDocument } from './service/documents.js';
