export { publishDocument, selectDocuments as readStoredDocuments, storeDocument, storedState } from './repository.js';
export {
  documentsOf,
  openStoredDocuments,
  type StoredDocument,
  type StoredDocuments,
} from './service.js';
