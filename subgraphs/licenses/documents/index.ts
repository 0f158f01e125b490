export { publishDocument, storeDocument, storedState } from './repository.js';
export {
  documentsOf,
  openStoredDocuments,
  readStoredDocuments,
  type StoredDocument,
  type StoredDocuments,
} from './service.js';
