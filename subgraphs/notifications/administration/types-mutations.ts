import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { NotificationField, NotificationKind, NotificationTarget } from '../vocabulary.js';
import { NotificationDelivery, NotificationRule } from './types.js';

@InputType('NotificationConditionInput', { description: 'Filter by one property of events.' })
export class NotificationConditionInput {
  @Field(() => NotificationField, {
    description:
      'Property to compare. An event without this property matches only if `values` contains an empty string. An empty list, such as `TECHNIQUE` of an alert without techniques, matches no value.',
  })
  field!: NotificationField;

  @Field(() => [String], {
    description: `Values, 1–${maxItems.conditionValues}, each of at most ${maxCharacters.conditionValue} characters, case-insensitive; the property must equal one of the values.`,
  })
  values!: string[];
}

@InputType('NotificationThrottleInput', { description: 'Maximum number of messages of a rule in a period.' })
export class NotificationThrottleInput {
  @Field(() => Int, {
    description:
      'Maximum number of messages in a period, 1–1000. Further events are sent as one summary after the period.',
  })
  max!: number;

  @Field(() => Int, { description: 'Length of the period in seconds, 1–86400.' })
  periodSeconds!: number;
}

@InputType('NotificationQuietHoursInput', {
  description:
    'Daily period whose events are held back and sent as one summary when the period ends. Messages that are already pending are sent after the period.',
})
export class NotificationQuietHoursInput {
  @Field(() => String, { description: 'Start of the period, as HH:MM in `timeZone`.' })
  from!: string;

  @Field(() => String, {
    description:
      'End of the period, as HH:MM in `timeZone`; on the next day if it is before `from`. Must not equal `from`.',
  })
  to!: string;

  @Field(() => String, { description: 'IANA time zone, such as `Europe/Berlin`.' })
  timeZone!: string;
}

const addressDescription =
  'For webhooks, an https URL, or an http URL if `[notifications] allow_private` is true. For mail, one email address. For Slack, the URL of the incoming webhook, which is a secret.';
const unchanged = 'Null or omitted: unchanged.';
const tenantKindsDescription =
  'A rule of a tenant can include only `ALERT_…`, `INCIDENT_…`, `BRAND_…` and `REGISTRATION_CHANGED`.';

@InputType('CreateNotificationRuleInput', { description: 'Input of `createNotificationRule`.' })
export class CreateNotificationRuleInput {
  @Field(() => String, {
    description: `Name of the rule, 1–${maxCharacters.name} characters; unique, case-insensitive.`,
  })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Tenant whose events are sent. Default: events of all tenants, and events that belong to no tenant.',
  })
  tenantId?: string | null;

  @Field(() => [NotificationKind], {
    description: `Kinds of events, at least one. ${tenantKindsDescription}`,
  })
  kinds!: NotificationKind[];

  @Field(() => [NotificationConditionInput], {
    nullable: true,
    description: `Filters, at most ${maxItems.notificationConditions}; an event must match all of them. Default: none.`,
  })
  conditions?: NotificationConditionInput[] | null;

  @Field(() => NotificationTarget, {
    description: 'Whether messages are sent to a webhook, to an email address or to Slack.',
  })
  target!: NotificationTarget;

  @Field(() => String, { description: addressDescription })
  address!: string;

  @Field(() => NotificationThrottleInput, {
    nullable: true,
    description: 'Maximum number of messages in a period. Null or omitted: 60 messages in 3600 seconds.',
  })
  throttle?: NotificationThrottleInput | null;

  @Field(() => NotificationQuietHoursInput, {
    nullable: true,
    description: 'Daily period whose events are sent as one summary when the period ends. Default: none.',
  })
  quietHours?: NotificationQuietHoursInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the rule sends events. Default: true.' })
  isEnabled?: boolean | null;
}

@InputType('UpdateNotificationRuleInput', {
  description: 'Input of `updateNotificationRule`.',
})
export class UpdateNotificationRuleInput {
  @Field(() => ID, { description: 'UUID of the rule.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: `Name of the rule, 1–${maxCharacters.name} characters; unique, case-insensitive. ${unchanged}`,
  })
  name?: string | null;

  @Field(() => [NotificationKind], {
    nullable: true,
    description: `Kinds of events, at least one, which replace the current ones. ${tenantKindsDescription} ${unchanged}`,
  })
  kinds?: NotificationKind[] | null;

  @Field(() => [NotificationConditionInput], {
    nullable: true,
    description: `Filters, at most ${maxItems.notificationConditions}, which replace the current filters; an event must match all of them. Empty: no filters. ${unchanged}`,
  })
  conditions?: NotificationConditionInput[] | null;

  @Field(() => String, { nullable: true, description: `${addressDescription} ${unchanged}` })
  address?: string | null;

  @Field(() => NotificationThrottleInput, {
    nullable: true,
    description: `Maximum number of messages in a period. ${unchanged}`,
  })
  throttle?: NotificationThrottleInput | null;

  @Field(() => NotificationQuietHoursInput, {
    nullable: true,
    description:
      'Daily period whose events are sent as one summary when the period ends. Null: no quiet hours. Omitted: unchanged.',
  })
  quietHours?: NotificationQuietHoursInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `Whether messages are sent. Pending messages are sent when the rule is enabled again; events that occur while it is disabled are not sent. ${unchanged}`,
  })
  isEnabled?: boolean | null;
}

@InputType('NotificationRuleInput', { description: 'Input of `deleteNotificationRule` and `sendTestNotification`.' })
export class NotificationRuleInput {
  @Field(() => ID, { description: 'UUID of the rule.' })
  id!: string;
}

@InputType('RotateNotificationSecretInput', { description: 'Input of `rotateNotificationSecret`.' })
export class RotateNotificationSecretInput {
  @Field(() => ID, { description: 'UUID of a rule that sends webhooks.' })
  id!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of seconds during which messages are also signed with the old secrets, 0–2592000. Default: 86400.',
  })
  oldValidSeconds?: number | null;
}

@InputType('ResendNotificationsInput', { description: 'Input of `resendNotifications`.' })
export class ResendNotificationsInput {
  @Field(() => ID, { description: 'UUID of the rule.' })
  ruleId!: string;

  @Field(() => [ID], {
    nullable: true,
    description: `Ids of dead messages (\`NotificationDelivery\`) of the rule, at most ${maxItems.notifications}; other ids are ignored. Empty: no messages. Null or omitted: all dead messages of the rule.`,
  })
  deliveryIds?: string[] | null;
}

@ObjectType('NotificationRulePayload', {
  description: 'Result of `updateNotificationRule` and `deleteNotificationRule`.',
})
export class NotificationRulePayload {
  @Field(() => NotificationRule, { description: 'The rule after the mutation; for a deleted rule, the last state.' })
  rule!: NotificationRule;
}

@ObjectType('NotificationSecretPayload', {
  description: 'Result of `createNotificationRule` and `rotateNotificationSecret`.',
})
export class NotificationSecretPayload {
  @Field(() => NotificationRule, { description: 'Rule after the change.' })
  rule!: NotificationRule;

  @Field(() => String, {
    nullable: true,
    description: 'The secret that signs webhooks, `whsec_…`; returned only in this response. Null for other targets.',
  })
  secret!: string | null;
}

@ObjectType('SendTestNotificationPayload', { description: 'Result of `sendTestNotification`.' })
export class SendTestNotificationPayload {
  @Field(() => NotificationDelivery, { description: 'The queued message.' })
  delivery!: NotificationDelivery;
}

@ObjectType('ResendNotificationsPayload', { description: 'Result of `resendNotifications`.' })
export class ResendNotificationsPayload {
  @Field(() => NotificationRule, { description: 'Rule after the change.' })
  rule!: NotificationRule;

  @Field(() => Int, { description: 'Number of messages that were queued again.' })
  resent!: number;
}
