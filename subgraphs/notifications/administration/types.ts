import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { DeliveryStatus, NotificationField, NotificationKind, NotificationTarget } from '../vocabulary.js';

enumType(NotificationKind, {
  name: 'NotificationKind',
  description: 'Kind of event that operators can be notified of.',
  values: {
    ALERT_OPENED: 'An alert that is not suppressed was opened, or a suppressed alert was restored.',
    ALERT_CHANGED:
      'An alert that is not suppressed was changed: its status, notes, verdict, assignee, comments, incident or inferences.',
    ALERT_VERDICT: 'An analyst submitted a verdict on an alert that is not suppressed.',
    INCIDENT_OPENED: 'An incident was opened, by a person or automatically.',
    INCIDENT_CHANGED:
      'An incident was changed: its title, status, owner, comments or alerts; or it was merged or split.',
    BRAND_HIT:
      'A domain that imitates a brand was added by an import other than the first one of its zone, or a hit was reopened.',
    BRAND_SCANNED:
      'The comparison of an added or changed brand with all domain names has finished, or a zone was imported for the first time and contains imitations of a brand.',
    ZONE_IMPORTED: 'A zone file was imported, with or without changes.',
    ZONE_IMPORT_FAILED: 'The import of a zone file was rejected or failed.',
    ZONE_PULL_FAILED: 'Pulling a zone from its source failed; sent only for the first of consecutive failures.',
    ZONE_STALE: 'A zone with a source became stale; see `ZoneSource.staleAt`.',
    ACCOUNT_REQUESTED: 'An account of the zone feed awaits approval.',
    REGISTRATION_CHANGED: 'The RDAP dossier of a watched domain changed.',
    CONTROLLER_REGISTERED: 'A new controller was registered and occupies a seat of the license.',
    CONTROLLER_REJECTED:
      'A request to the license service was rejected; sent at most once per hour (UTC) for each documented endpoint and cause, such as `no_seat`.',
    CONTROLLER_SEAT_FREED:
      'A controller lost its seat because it had not checked in for `[licenses] lease_days` days, not counting outages of the service.',
    CONTROLLER_SILENT:
      'A controller has not checked in for `[licenses] silent_hours` hours, not counting outages of the service.',
    CONTROLLER_OUTDATED:
      'Controllers run an older version than `[licenses] current_version`; sent once for each version.',
    LICENSE_EXPIRING: 'The license expires within 30 days, 7 days or 1 day, or has expired.',
    LICENSE_GRACE_ENDING:
      'The license has expired, and its grace period ends within 30 days, 7 days or 1 day, or has ended.',
    LICENSE_SEATS_LOW: 'The occupied seats have reached 80% or 95% of the seats of the license.',
    DRIVE_SYNCED: 'A document site was synchronized without failures.',
    DRIVE_SYNC_FAILED: 'A sync of a document site failed, or some of its downloads failed.',
    DRIVE_MALWARE_FOUND: 'A document site reported malware in a file.',
    DRIVE_MASS_CHANGE: 'A burst of changes to a document site looks like mass encryption or deletion of files.',
  },
});

enumType(NotificationField, {
  name: 'NotificationField',
  description: 'Property of an event by which rules filter.',
  values: {
    SEVERITY: 'Severity of the alert, or highest severity of the incident, such as `high`.',
    STATUS: 'Status of the alert, incident or brand hit, such as `open`.',
    VERDICT:
      'Verdict of an `ALERT_VERDICT` event: `true_positive` or `false_positive`. Other events do not have this property.',
    ENDPOINT: 'Hostname of the endpoint of the alert.',
    MODEL: 'Name of the model of the alert.',
    PLATFORM: 'Operating system of the endpoint, such as `windows`.',
    TECHNIQUE:
      'ATT&CK technique of the alert, such as `T1059.001`. If the alert has several techniques, one of them must match.',
    ZONE: 'Name of the zone, such as `com`.',
    OUTCOME: 'Outcome of the zone import or of the sync of a document site, such as `rejected`.',
    BRAND: 'Name of the brand, in Punycode.',
    HIT_KIND: 'Kind of imitation of a brand, such as `homoglyph`.',
    CAUSE: 'Cause of the rejection of a request of a controller, such as `no_seat`.',
    HOSTNAME: 'Hostname of the controller.',
    DEPARTMENT: 'Name of the department of the controller. Only `CONTROLLER_REGISTERED` events have this property.',
    SITE: 'Id of the document site; see `DriveSite.siteId`.',
  },
});

enumType(NotificationTarget, {
  name: 'NotificationTarget',
  description: 'Kind of target that messages are sent to.',
  values: {
    WEBHOOK: 'JSON in POST requests to a URL, signed according to Standard Webhooks.',
    MAIL: 'Plain text to an email address.',
    SLACK: 'JSON with `text` in POST requests to an incoming webhook of Slack or of a compatible service.',
  },
});

enumType(DeliveryStatus, {
  name: 'NotificationDeliveryStatus',
  description: 'Delivery status of a message.',
  values: {
    PENDING: 'The message is queued or will be retried.',
    DELIVERED: 'The target accepted the message.',
    DEAD: 'All attempts failed, or the target rejected the message permanently. `resendNotifications` sends it again.',
  },
});

@ObjectType('NotificationCondition', { description: 'Filter by one property of events.' })
export class NotificationCondition {
  @Field(() => NotificationField, { description: 'Property of the event to compare.' })
  field!: NotificationField;

  @Field(() => [String], { description: 'Values, case-insensitive; the property must equal one of the values.' })
  values!: readonly string[];
}

@ObjectType('NotificationThrottle', { description: 'Maximum number of messages of a rule in a period.' })
export class NotificationThrottle {
  @Field(() => Int, {
    description: 'Maximum number of messages in a period. Further events are sent as one summary after the period.',
  })
  max!: number;

  @Field(() => Int, { description: 'Length of the period, in seconds.' })
  periodSeconds!: number;
}

@ObjectType('NotificationQuietHours', {
  description:
    'Daily period whose events are held back and sent as one summary when the period ends. Messages that are already pending are sent after the period.',
})
export class NotificationQuietHours {
  @Field(() => String, { description: 'Start of the period, as HH:MM in `timeZone`.' })
  from!: string;

  @Field(() => String, {
    description: 'End of the period, as HH:MM in `timeZone`; on the next day if it is before `from`.',
  })
  to!: string;

  @Field(() => String, { description: 'IANA time zone, such as `Europe/Berlin`.' })
  timeZone!: string;
}

@ObjectType('NotificationRule', {
  description: 'Rule for sending events to a target. Messages of a rule are sent in order, at least once.',
})
export class NotificationRule {
  @Field(() => ID, { description: 'UUID of the rule, as in the audit log. It is not a global id.' })
  id!: string;

  @Field(() => String, { description: 'Name of the rule; unique, case-insensitive.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Tenant whose events are sent; null: events of all tenants, and events that belong to no tenant.',
  })
  tenantId!: string | null;

  @Field(() => [NotificationKind], { description: 'Kinds of events that are sent.' })
  kinds!: NotificationKind[];

  @Field(() => [NotificationCondition], {
    description: 'Filters; an event must match all of them. Empty: all events of `kinds`.',
  })
  conditions!: NotificationCondition[];

  @Field(() => NotificationTarget, {
    description: 'Whether messages are sent to a webhook, to an email address or to Slack.',
  })
  target!: NotificationTarget;

  @Field(() => String, { description: 'URL or email address; for Slack, only the host, because the URL is a secret.' })
  address!: string;

  @Field(() => NotificationThrottle, { description: 'Maximum number of messages in a period.' })
  throttle!: NotificationThrottle;

  @Field(() => NotificationQuietHours, {
    nullable: true,
    description: 'Daily period whose events are sent as one summary when the period ends; null: none.',
  })
  quietHours!: NotificationQuietHours | null;

  @Field(() => Boolean, {
    description: 'Whether events are sent. Events that occur while the rule is disabled are not sent later.',
  })
  isEnabled!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason why Rampart disabled the rule, such as a response with status 410; null if Rampart did not disable it, or if it was enabled again.',
  })
  disabledReason!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time when the rule was last changed.' })
  updatedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the current secret was stored: the signing secret of a webhook, or the URL for Slack. Null if there is none, as for email.',
  })
  secretCreatedAt!: Date | null;

  @Field(() => Int, { description: 'Number of messages that are queued or will be retried.' })
  pending!: number;

  @Field(() => Int, {
    description: 'Number of messages that failed permanently; `resendNotifications` sends them again.',
  })
  dead!: number;

  @Field(() => Int, {
    description:
      'Number of events that are held back until the next summary: by the throttle, by quiet hours, or because 10000 messages are pending.',
  })
  held!: number;
}

@ObjectType('NotificationDelivery', { description: 'A message of a notification rule.' })
export class NotificationDelivery {
  @Field(() => ID, {
    description:
      'Id of the message, the same for all attempts; webhooks receive it as `webhook-id`. It is not a global id.',
  })
  id!: string;

  @Field(() => ID, { description: 'UUID of the rule that sends the message.' })
  ruleId!: string;

  @Field(() => String, { description: 'Current name of the rule that sends the message.' })
  ruleName!: string;

  @Field(() => String, {
    description:
      '`type` of the message: the kind of event, such as `alert.opened`; or `notification.summary` or `notification.test`.',
  })
  kind!: string;

  @Field(() => String, {
    description:
      'Title of the message, on one line: `data.title` of a webhook, the first line in Slack, or the subject of an email after `[Rampart]`.',
  })
  title!: string;

  @Field(() => DeliveryStatus, { description: 'Whether the message is pending, delivered or dead.' })
  status!: DeliveryStatus;

  @Field(() => Int, { description: 'Number of attempts to send the message since `queuedAt`.' })
  attempts!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'HTTP status code of the last attempt or, if an email failed, SMTP reply code. Null for an attempt without a response, after an email was sent, and before the first attempt.',
  })
  lastStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error of the last attempt; null if it succeeded, or before the first attempt.',
  })
  lastError!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the message was last queued.' })
  queuedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last attempt; null before the first attempt.',
  })
  attemptedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the message was delivered or became dead; null while it is pending.',
  })
  finishedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the next attempt to send the first pending message of the rule; later messages of the rule wait for it. Null if this message is not pending, or if that attempt is due now.',
  })
  retryAt!: Date | null;
}

export const NotificationRuleConnection = connectionType(NotificationRule, {
  name: 'NotificationRule',
  node: 'notification rule',
  nodes: 'rules',
  description: 'A page of notification rules, newest first.',
});
export const NotificationDeliveryConnection = connectionType(NotificationDelivery, {
  name: 'NotificationDelivery',
  node: 'message',
  nodes: 'messages',
  description: 'A page of messages, newest first.',
});

@InputType('NotificationRuleFilter', {
  description:
    'Filter for notification rules. A rule matches if it matches every field. Null and omitted fields do not filter.',
})
export class NotificationRuleFilter {
  @Field(() => String, {
    nullable: true,
    description: `Substring of the name, case-insensitive; at most ${maxCharacters.search} characters. Null: all names.`,
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only enabled rules. False: only disabled rules. Null: both.',
  })
  isEnabled?: boolean | null;
}

@InputType('NotificationDeliveryFilter', {
  description:
    'Filter for messages. A message matches if it matches every field. Null and omitted fields do not filter.',
})
export class NotificationDeliveryFilter {
  @Field(() => ID, { nullable: true, description: 'UUID of the rule. Null: all rules.' })
  ruleId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true, description: 'Status of the message. Null: all statuses.' })
  status?: DeliveryStatus | null;
}
