import type { EventType } from '../../platform/events/index.js';
import { authorize } from '../../platform/permissions/index.js';

/** Events of syncs that started or ended, for callers who may read the document site. */
export const syncEvents: EventType = {
  name: 'syncs',
  admit(caller) {
    authorize(caller, 'drive.read');
    return { tenants: null };
  },
  subscription: {
    field: 'driveSynced',
    entities: 'syncedDriveRuns',
    // The database trigger writes these fields. The event of a started sync is not sent.
    idsOf: ({ runId, outcome }) => (outcome === 'RUNNING' ? [] : [runId as string]),
  },
};
