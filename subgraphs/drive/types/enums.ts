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
  valuesConfig: {
    CREATED: { description: 'It is new.' },
    UPDATED: { description: 'Its content or its properties changed, neither its name nor its folder.' },
    RENAMED: { description: 'It has another name.' },
    MOVED: { description: 'It is in another folder, perhaps under another name.' },
    DELETED: { description: 'It is gone.' },
    RESTORED: { description: 'It was gone and is back.' },
    CONTENT_STORED: { description: 'Its content was downloaded.' },
  },
});

registerEnumType(DrivePermission, {
  name: 'DrivePermission',
  description: 'A permission that the application needs, of type Application, with admin consent.',
  valuesConfig: {
    SITES_READ: { description: '`Sites.Read.All`' },
    SITES_MANAGE: { description: '`Sites.Manage.All`' },
    FILES_READ: { description: '`Files.Read.All`' },
  },
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

registerEnumType(SubscriptionState, {
  name: 'DriveSubscriptionState',
  description: 'Where a subscription stands.',
  valuesConfig: {
    CREATING: { description: 'Asked for; the site has not confirmed it yet.' },
    ACTIVE: { description: 'Confirmed by the site.' },
    REMOVED: { description: 'Ended, by us or by the site.' },
  },
});

registerEnumType(SyncOutcome, {
  name: 'DriveSyncOutcome',
  description: 'How a sync ended.',
  valuesConfig: {
    RUNNING: { description: 'It has not ended yet.' },
    DONE: { description: 'Everything that had changed is recorded.' },
    FAILED: { description: 'It was given up; `error` says why.' },
    INTERRUPTED: { description: 'Its process ended first; the next sync does the rest.' },
  },
});

registerEnumType(SyncTrigger, {
  name: 'DriveSyncTrigger',
  description: 'What made a sync begin.',
  valuesConfig: {
    NOTIFICATION: { description: 'The site told that something changed.' },
    POLL: { description: 'It was time to ask the site.' },
    REQUEST: { description: 'Somebody asked for it.' },
    RETRY: { description: 'The one before did not end well, or left downloads.' },
  },
});
