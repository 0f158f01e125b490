import { IncidentChangesDocument } from '../generated/operations.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';

const changes = { document: IncidentChangesDocument, variables: { filter: { includeMerged: true } } };

/** Refreshes the page when incidents are opened or changed. */
export function useLiveIncidents(): void {
  useLiveRefresh(changes);
}
