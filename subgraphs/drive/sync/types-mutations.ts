import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxItems } from '../../../platform/input-limits.js';

/** A notification is untrusted until its clientState is verified. */
@InputType('DriveNotificationInput', { description: 'A change or lifecycle notification from a document site.' })
@Directive('@inaccessible')
export class DriveNotificationInput {
  @Field(() => ID, { description: 'Id of the subscription on the site.' })
  subscriptionId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Secret of the subscription. If it is null or wrong, the notification is ignored.',
  })
  clientState?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Lifecycle event: `reauthorizationRequired`, `subscriptionRemoved` or `missed`. Null or any other value: the notification reports a change to the site.',
  })
  lifecycleEvent?: string | null;
}

@InputType('ReceiveDriveNotificationsInput', { description: 'Notifications of one request.' })
@Directive('@inaccessible')
export class ReceiveDriveNotificationsInput {
  @Field(() => [DriveNotificationInput], { description: `Notifications, at most ${maxItems.notifications}.` })
  notifications!: DriveNotificationInput[];
}

@ObjectType('ReceiveDriveNotificationsPayload', {
  description: 'Receipt; it does not reveal which notifications were accepted.',
})
@Directive('@inaccessible')
export class ReceiveDriveNotificationsPayload {
  @Field(() => String, { description: 'Always `accepted`.' })
  status!: string;
}

@ObjectType('ConnectDrivePayload', { description: 'Result of `connectDrive`.' })
export class ConnectDrivePayload {
  @Field(() => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
  siteId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the subscription to the change notifications of the site could not be created; the server retries the creation. Null if the subscription was created or already existed, or if `[drive] notification_url` is not set.',
  })
  subscriptionError!: string | null;
}

/** Options of the argument `isFull` of mutations that schedule a sync. */
export const isFullArgOptions = {
  description:
    'Whether to list all items of the site, instead of the changes since the last sync; default false. Stored contents are not downloaded again.',
  defaultValue: false,
};

@ObjectType('SyncDrivePayload', { description: 'Result of `syncDrive`.' })
export class SyncDrivePayload {
  @Field(() => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
  siteId!: string;
}

@ObjectType('DisconnectDrivePayload', { description: 'Result of `disconnectDrive`.' })
export class DisconnectDrivePayload {
  @Field(() => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
  siteId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the subscription to the change notifications of the site could not be deleted there, where it remains until it expires. Null if the subscription was deleted or did not exist.',
  })
  subscriptionError!: string | null;
}
