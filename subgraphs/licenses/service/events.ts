import type { EventType } from '../../../platform/events/index.js';
import { assertOperator } from './authorisation.js';

/** Controllers that checked in and were let in: heard by whoever may read controllers. */
export const checkInEvents: EventType = {
  name: 'check-ins',
  admit(caller) {
    assertOperator({ caller });
    return { tenantId: null };
  },
};
