import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { DrivePermission, SubscriptionHealth, SubscriptionState, SyncOutcome, SyncTrigger } from '../vocabulary.js';
import './enums.js';

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

@ObjectType('DriveCounts', { simpleResolvers: true, description: 'What of a document site is here.' })
export class DriveCounts {
  @Field(() => Int, { description: 'Files, folders and others, without the root.' })
  items!: number;

  @Field(() => Int, { description: 'Files.' })
  files!: number;

  @Field(() => Int, { description: 'Folders.' })
  folders!: number;

  @Field(() => Int, { description: 'Files of which a content is here.' })
  storedFiles!: number;

  @Field(() => Float, { description: 'Bytes of the newest content of each file that is here.' })
  storedBytes!: number;

  @Field(() => Int, { description: 'Files whose newest content is still to be downloaded.' })
  pendingDownloads!: number;

  @Field(() => Int, { description: 'Files whose download was given up.' })
  failedDownloads!: number;
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
