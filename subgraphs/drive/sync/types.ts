import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt, Node } from '../../../platform/graph/index.js';
import { DriveCounts } from '../items/types.js';
import {
  CircuitState,
  DrivePermission,
  SubscriptionHealth,
  SubscriptionState,
  SyncOutcome,
  SyncTrigger,
} from './vocabulary.js';

enumType(DrivePermission, {
  name: 'DrivePermission',
  description:
    'Application permission of Microsoft Graph that synchronization and its subscription require, with admin consent.',
  values: {
    SITES_READ: '`Sites.Read.All`',
    SITES_MANAGE: '`Sites.Manage.All`',
    FILES_READ: '`Files.Read.All`',
  },
});

enumType(CircuitState, {
  name: 'DriveCircuitState',
  description: 'State of the circuit breaker of a site.',
  values: {
    CLOSED: 'Requests are sent.',
    OPEN: 'The last attempt failed: jobs send no requests until `openUntil`.',
    HALF_OPEN:
      '`openUntil` has passed: the next sync closes the circuit if it succeeds, and opens it again if it fails.',
  },
});

enumType(SubscriptionHealth, {
  name: 'DriveSubscriptionHealth',
  description: 'Health of the subscription to change notifications from a site.',
  values: {
    OFF: 'There is no subscription: the site is not connected, or `[drive] notification_url` is not set, in which case changes are found by polling.',
    MISSING:
      'There is no active subscription: it has not been created, is not confirmed yet, or was deleted. If the site is connected and `[drive] notification_url` is set, the server creates one automatically.',
    ACTIVE: 'The subscription is active.',
    RENEWING: 'The subscription is active and due for renewal.',
    EXPIRED: 'The subscription has expired; the server tries to renew or replace it.',
    FAILING: 'The last attempt to create, renew or replace the subscription failed; the server retries it.',
  },
});

enumType(SubscriptionState, {
  name: 'DriveSubscriptionState',
  description: 'State of a subscription to change notifications from a site.',
  values: {
    CREATING: 'Requested; not confirmed by the site yet.',
    ACTIVE: 'Confirmed by the site.',
    REMOVED: 'Deleted, by Rampart or by the site.',
  },
});

enumType(SyncOutcome, {
  name: 'DriveSyncOutcome',
  description: 'Outcome of a sync.',
  values: {
    RUNNING: 'The sync is running.',
    DONE: 'All changes were applied; individual downloads may have failed, see `failedDownloads`.',
    FAILED: 'The sync failed; `error` contains the reason.',
    INTERRUPTED: 'The process ended during the sync; the next sync applies the remaining changes.',
  },
});

enumType(SyncTrigger, {
  name: 'DriveSyncTrigger',
  description: 'Trigger of a sync.',
  values: {
    NOTIFICATION: 'A change notification from the site.',
    POLL: 'The polling schedule or a scan of the served folder.',
    REQUEST: 'A request from an operator to synchronize the site, or to connect, add, change or resume it.',
    RETRY: 'The previous sync failed, was interrupted, or left pending downloads.',
  },
});

@ObjectType('DriveSyncRun', {
  implements: Node,
  description: 'A sync of a document site, with its metrics.',
})
@Directive('@key(fields: "id")')
export class DriveSyncRun extends Node {
  @Field(() => SyncTrigger, { description: 'Trigger of the sync.' })
  trigger!: SyncTrigger;

  @Field(() => SyncOutcome, { description: 'Outcome of the sync; `RUNNING` until it ends.' })
  outcome!: SyncOutcome;

  @Field(() => Int, { description: 'Number of pages of the delta queries; 0 for a served folder.' })
  pages!: number;

  @Field(() => Int, { description: 'Number of items on the pages of the delta queries or in the served folder.' })
  itemsSeen!: number;

  @Field(() => Int, { description: 'Number of items that were created or restored.' })
  created!: number;

  @Field(() => Int, { description: 'Number of items that were renamed, moved or updated.' })
  changed!: number;

  @Field(() => Int, { description: 'Number of items that were deleted.' })
  deleted!: number;

  @Field(() => Int, { description: 'Number of files whose content was downloaded.' })
  downloads!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of bytes received by downloads.' })
  downloadedBytes!: number;

  @Field(() => Int, { description: 'Number of times a download was resumed after an interruption.' })
  resumedDownloads!: number;

  @Field(() => Int, { description: 'Number of downloads that failed, excluding those of files with malware.' })
  failedDownloads!: number;

  @Field(() => Int, { description: 'Number of responses with status 429 or 503 and a Retry-After header.' })
  throttled!: number;

  @Field(() => Int, {
    description:
      'Number of retries of failed requests and interrupted downloads, excluding those that `throttled` counts.',
  })
  retries!: number;

  @Field(() => Boolean, {
    description:
      'Whether the sync listed the whole site; false if it requested only the changes since the previous sync, and for a served folder.',
  })
  fromScratch!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the sync failed or was interrupted; null while the sync is running, if all changes were applied, or if the process was killed.',
  })
  error!: string | null;
}

@ObjectType('DriveSubscription', {
  description: 'A subscription to change notifications from a document site.',
})
export class DriveSubscription {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the subscription on the site; null until the site has confirmed it.',
  })
  remoteId!: string | null;

  @Field(() => SubscriptionState, { description: 'State of the subscription.' })
  state!: SubscriptionState;

  @Field(() => String, { description: 'Subscribed resource, such as `/sites/{siteId}/drive/root`.' })
  resource!: string;

  @Field(() => String, { description: 'URL that the site sends notifications to.' })
  notificationUrl!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last attempt to create, renew or replace the subscription; null if it succeeded, or if no attempt has ended yet.',
  })
  lastError!: string | null;
}

@ObjectType('DriveNotificationCounts', {
  description: 'Total counts of the change notifications received for all sites; never reset.',
})
export class DriveNotificationCounts {
  @Field(() => GraphQLBigInt, { description: 'Number of notifications with the `clientState` of a subscription.' })
  accepted!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of ignored notifications: those without the `clientState` of a subscription.',
  })
  dropped!: number;
}

@ObjectType('DriveCircuit', {
  description: 'Circuit breaker: after failures, jobs send no requests to the site until `openUntil`.',
})
export class DriveCircuit {
  @Field(() => CircuitState, { description: 'State of the circuit.' })
  state!: CircuitState;

  @Field(() => Boolean, {
    description: 'True if `state` is `OPEN`: jobs send no requests to the site until `openUntil`.',
  })
  isOpen!: boolean;

  @Field(() => Int, {
    description:
      'Number of consecutive failed attempts to connect or synchronize the site. Reset to 0 by a success, and when the site is connected, disconnected or resumed, or its options are changed.',
  })
  failures!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time until which jobs send no requests to the site; in the past if the state is `HALF_OPEN`. Null if `failures` is 0.',
  })
  openUntil!: Date | null;
}

@ObjectType('DriveStatus', { description: 'Status of the connection to a document site.' })
export class DriveStatus {
  @Field(() => Boolean, {
    description:
      'Whether the site is connected. A connected site is synchronized automatically unless it is paused or the circuit breaker is open (see `circuit`).',
  })
  isConnected!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the site is not connected or not synchronized, such as `Paused` or missing permissions; null if there is no problem.',
  })
  reason!: string | null;

  @Field(() => [DrivePermission], {
    description:
      'Required permissions that the last token lacks; empty if the roles of the token are unknown, or include `Sites.Selected`, with which permissions are granted for each site.',
  })
  missingPermissions!: DrivePermission[];

  @Field(() => DriveSubscription, {
    nullable: true,
    description: 'Subscription that is active or being created; null if there is none.',
  })
  subscription!: DriveSubscription | null;

  @Field(() => SubscriptionHealth, { description: 'Health of the subscription.' })
  subscriptionHealth!: SubscriptionHealth;

  @Field(() => DriveSyncRun, { nullable: true, description: 'Newest sync; null before the first sync.' })
  lastRun!: DriveSyncRun | null;

  @Field(() => DriveCounts, { description: 'Counts of the items and their stored contents.' })
  counts!: DriveCounts;

  @Field(() => DriveNotificationCounts, {
    description: 'Total counts of the change notifications received for all sites, not only for this one; never reset.',
  })
  receiver!: DriveNotificationCounts;
}

export const DriveSyncRunConnection = connectionType(DriveSyncRun, {
  name: 'DriveSyncRun',
  node: 'sync',
  description: 'A page of the syncs of a site, newest first.',
});
