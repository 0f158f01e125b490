import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxItems } from '../../../platform/input-limits.js';

@InputType('DriveNotificationInput', { description: 'A notification as the document site sends it.' })
export class DriveNotificationInput {
  @Field(() => ID, { description: 'The subscription that it belongs to.' })
  subscriptionId!: string;

  @Field(() => String, { nullable: true, description: 'The secret of the subscription.' })
  clientState?: string | null;

  @Field(() => String, { nullable: true, description: 'What happened to the subscription; absent for a change.' })
  lifecycleEvent?: string | null;
}

@InputType('ReceiveDriveNotificationsInput', { description: 'Notifications of one request.' })
export class ReceiveDriveNotificationsInput {
  @Field(() => [DriveNotificationInput], { description: `At most ${maxItems.notifications}.` })
  notifications!: DriveNotificationInput[];
}

@ObjectType('ReceiveDriveNotificationsPayload', {
  simpleResolvers: true,
  description: 'The same for every sender: which notifications count is not told.',
})
export class ReceiveDriveNotificationsPayload {
  @Field(() => String, { description: 'Always `accepted`.' })
  status!: string;
}

@ObjectType('ConnectDrivePayload', { simpleResolvers: true, description: 'A document site that is connected now.' })
export class ConnectDrivePayload {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why there is no subscription yet; it is tried again. Null: there is one, or none is wanted.',
  })
  subscriptionError!: string | null;
}

@ObjectType('SyncDrivePayload', { simpleResolvers: true, description: 'A sync that will begin.' })
export class SyncDrivePayload {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;
}

@ObjectType('DisconnectDrivePayload', { simpleResolvers: true, description: 'A site that is connected no longer.' })
export class DisconnectDrivePayload {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why the site still has the subscription, which runs out there; null: it has none.',
  })
  subscriptionError!: string | null;
}
