import { LicenseChangesDocument } from '../generated/operations.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';

const changes = { document: LicenseChangesDocument, variables: {} };

/** Refreshes the page when seats are taken or released, or a document is replaced. */
export function useLiveLicense(): void {
  useLiveRefresh(changes);
}
