export { previewDocument, readDocument, replaceDocument } from './service/documents.js';
