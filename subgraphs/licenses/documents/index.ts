export { publishDocument, storeDocument, storedVersion } from './repository.js';
export { openStoredDocuments, type StoredDocument, type StoredDocuments } from './service.js';
