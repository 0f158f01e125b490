export { type DocumentReference, DocumentStore, readTrustedDocuments } from './document-store.js';
export { PreparedDocuments, type ReadyOperation } from './prepared-documents.js';
export { failure, RequestFailure } from './request-failure.js';
export type { SubscriptionQuery } from './subscription-query.js';
