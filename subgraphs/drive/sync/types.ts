import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { DriveCounts } from '../items/types.js';
import { DrivePermission, SubscriptionHealth, SubscriptionState, SyncOutcome, SyncTrigger } from './vocabulary.js';

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

@ObjectType('DriveSyncRun', { simpleResolvers: true, description: 'One sync of a document site, with its figures.' })
export class DriveSyncRun {
  @Field(() => ID, { description: 'Number of the run; later ones have greater numbers.' })
  id!: number;

  @Field(() => SyncTrigger, { description: 'What made it begin.' })
  trigger!: SyncTrigger;

  @Field(() => SyncOutcome, { description: 'How it ended, or that it runs.' })
  outcome!: SyncOutcome;

  @Field(() => Int, { description: 'Pages of the change query.' })
  pages!: number;

  @Field(() => Int, { description: 'Entries on those pages.' })
  itemsSeen!: number;

  @Field(() => Int, { description: 'Items that are new, or back.' })
  created!: number;

  @Field(() => Int, { description: 'Items that were renamed, moved or changed otherwise.' })
  changed!: number;

  @Field(() => Int, { description: 'Items that are gone.' })
  deleted!: number;

  @Field(() => Int, { description: 'Files whose content was downloaded.' })
  downloads!: number;

  @Field(() => Float, { description: 'Bytes that came over the network for them.' })
  downloadedBytes!: number;

  @Field(() => Int, { description: 'How often a download went on where it had broken off.' })
  resumedDownloads!: number;

  @Field(() => Int, { description: 'Downloads that failed.' })
  failedDownloads!: number;

  @Field(() => Int, { description: 'How often the site asked to wait.' })
  throttled!: number;

  @Field(() => Int, { description: 'Requests that were repeated after a failure.' })
  retries!: number;

  @Field(() => Boolean, { description: 'The whole site was listed, not only what had changed.' })
  fromScratch!: boolean;

  @Field(() => String, { nullable: true, description: 'Why it failed; null when it did not.' })
  error!: string | null;
}

@ObjectType('DriveSubscription', {
  simpleResolvers: true,
  description: 'A subscription of ours to the changes of a document site.',
})
export class DriveSubscription {
  @Field(() => ID, { nullable: true, description: 'Its id at the site; null until the site has confirmed it.' })
  remoteId!: string | null;

  @Field(() => SubscriptionState, { description: 'Where it stands.' })
  state!: SubscriptionState;

  @Field(() => String, { description: 'What is subscribed to.' })
  resource!: string;

  @Field(() => String, { description: 'Where notifications are sent.' })
  notificationUrl!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why the last attempt to make or renew it failed; null: it did not.',
  })
  lastError!: string | null;
}

@ObjectType('DriveNotificationCounts', { simpleResolvers: true, description: 'Notifications by what became of them.' })
export class DriveNotificationCounts {
  @Field(() => Float, { description: 'They bore the secret of a subscription of ours.' })
  accepted!: number;

  @Field(() => Float, { description: 'They did not, and were left alone.' })
  dropped!: number;
}

@ObjectType('DriveCircuit', {
  simpleResolvers: true,
  description: 'After failures the site is left alone for a while: the circuit is open.',
})
export class DriveCircuit {
  @Field(() => Boolean, { description: 'Nothing is asked of the site now.' })
  isOpen!: boolean;

  @Field(() => Int, { description: 'Syncs that failed one after the other.' })
  failures!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the site is asked again; null when it is closed.',
  })
  openUntil!: Date | null;
}

@ObjectType('DriveStatus', { simpleResolvers: true, description: 'How the connection to the document site fares.' })
export class DriveStatus {
  @Field(() => Boolean, { description: 'The site is connected.' })
  isConnected!: boolean;

  @Field(() => String, { nullable: true, description: 'Why not, or what hinders the work; null: all is well.' })
  reason!: string | null;

  @Field(() => [DrivePermission], { description: 'Permissions that the application lacks, by its last token.' })
  missingPermissions!: DrivePermission[];

  @Field(() => DriveSubscription, { nullable: true, description: 'The subscription in use; null when there is none.' })
  subscription!: DriveSubscription | null;

  @Field(() => SubscriptionHealth, { description: 'How the subscription fares.' })
  subscriptionHealth!: SubscriptionHealth;

  @Field(() => DriveSyncRun, { nullable: true, description: 'The newest sync; null before the first one.' })
  lastRun!: DriveSyncRun | null;

  @Field(() => DriveCounts, { description: 'What is here.' })
  counts!: DriveCounts;

  @Field(() => DriveNotificationCounts, { description: 'What the receiver has taken.' })
  receiver!: DriveNotificationCounts;
}

@ObjectType('DriveSyncRunEdge', { simpleResolvers: true, description: 'A sync at its place in a list.' })
export class DriveSyncRunEdge {
  @Field(() => String, { description: 'The place.' })
  cursor!: string;

  @Field(() => DriveSyncRun, { description: 'The sync.' })
  node!: DriveSyncRun;
}

@ObjectType('DriveSyncRunConnection', { simpleResolvers: true, description: 'A page of syncs.' })
export class DriveSyncRunConnection {
  @Field(() => [DriveSyncRunEdge], { description: 'The syncs with their places.' })
  edges!: DriveSyncRunEdge[];

  @Field(() => [DriveSyncRun], { description: 'The syncs.' })
  nodes!: DriveSyncRun[];

  @Field(() => PageInfo, { description: 'What lies around the page.' })
  pageInfo!: PageInfo;
}
