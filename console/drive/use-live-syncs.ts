import { DriveSyncedDocument } from '../generated/operations.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';

const syncs = { document: DriveSyncedDocument, variables: {} };

/** Refreshes the page when a sync of a site ends. */
export function useLiveSyncs(): void {
  useLiveRefresh(syncs);
}
