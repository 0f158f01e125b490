import { registerEnumType } from 'type-graphql';
import {
  ContentState,
  DriveChangeKind,
  DrivePermission,
  SubscriptionHealth,
  SubscriptionState,
  SyncOutcome,
  SyncTrigger,
} from '../vocabulary.js';

registerEnumType(ContentState, {
  name: 'DriveContentState',
  description: 'Where the content of an item stands.',
  valuesConfig: {
    NONE: { description: 'The item is no file.' },
    PENDING: { description: 'The newest content is still to be downloaded; an earlier one may be here.' },
    STORED: { description: 'The newest content is here.' },
    FAILED: { description: 'The download was given up; a sync that is asked for tries it again.' },
  },
});

registerEnumType(DriveChangeKind, {
  name: 'DriveChangeKind',
  description: 'What happened to an item.',
  valuesConfig: { CONTENT_STORED: { description: 'Its content was downloaded.' } },
});

registerEnumType(DrivePermission, {
  name: 'DrivePermission',
  description: 'A permission that the application needs, of type Application, with admin consent.',
});

registerEnumType(SubscriptionHealth, {
  name: 'DriveSubscriptionHealth',
  description: 'How the subscription to the changes of a site fares.',
  valuesConfig: {
    OFF: { description: 'No address for notifications is set: changes are found by asking for them.' },
    MISSING: { description: 'There is none yet.' },
    ACTIVE: { description: 'It is in force.' },
    RENEWING: { description: 'It is in force and about to be renewed.' },
    EXPIRED: { description: 'It has run out.' },
    FAILING: { description: 'The last attempt to make or renew it failed.' },
  },
});

registerEnumType(SubscriptionState, { name: 'DriveSubscriptionState', description: 'Where a subscription stands.' });

registerEnumType(SyncOutcome, {
  name: 'DriveSyncOutcome',
  description: 'How a sync ended.',
  valuesConfig: { INTERRUPTED: { description: 'Its process ended first; the next sync does the rest.' } },
});

registerEnumType(SyncTrigger, { name: 'DriveSyncTrigger', description: 'What made a sync begin.' });
