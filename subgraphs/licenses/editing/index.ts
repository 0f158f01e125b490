export { type EditingDependencies, previewDocument, readDocument, replaceDocument } from './service.js';
