import type { EventType } from '../../../platform/events/index.js';
import { assertOperator } from './authorisation.js';

/** Syncs of the document site that began and ended: heard by whoever may read the document site. */
export const syncEvents: EventType = {
  name: 'syncs',
  admit(caller) {
    assertOperator({ caller });
    return { tenantId: null };
  },
};
