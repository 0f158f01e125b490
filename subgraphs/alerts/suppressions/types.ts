import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { SeverityCount } from '../metrics/types.js';
import { AlertFilter } from '../triage/types-list.js';
import { ChangeInterface, SuppressionState } from '../vocabulary.js';

enumType(SuppressionState, {
  name: 'AlertSuppressionState',
  description: 'State of a suppression rule.',
  values: {
    SCHEDULED: 'Not active until `startsAt`.',
    ACTIVE: 'In effect: new alerts that match are suppressed.',
    RESTORING:
      'Ended, or past `endsAt`. Its alerts that no other rule suppresses are being restored; this continues after restarts of the server.',
    ENDED: 'Ended. Its alerts that no other rule suppresses were restored.',
  },
});

/** Computed fields have resolvers. */
@ObjectType('AlertSuppression', {
  description:
    'A suppression rule: it suppresses new alerts that match its filter. By default, lists, counts, exports, notifications and automatic incidents exclude suppressed alerts; the documented REST API includes them. A rule suppresses an alert until the rule ends, or until the alert no longer matches the filter after an inference was merged into it.',
})
export class AlertSuppression {
  @Field(() => ID, { description: 'UUID of the rule.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Tenant whose alerts the rule suppresses; null: all tenants.' })
  tenantId!: string | null;

  @Field(() => String, { description: 'Reason for the suppression.' })
  reason!: string;

  @Field(() => ChangeInterface, { description: 'Interface through which the rule was added.' })
  via!: ChangeInterface;

  @Field(() => ID, {
    nullable: true,
    description: 'UUID of the rule that this rule replaced; null if it replaced none.',
  })
  replacesId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the caller who ended the rule; null if the rule has not ended, or ended automatically at `endsAt`.',
  })
  endedBy!: string | null;

  @Field(() => Int, { description: 'Number of alerts that the rule suppressed when they were opened.' })
  openedCount!: number;

  @Field(() => Int, {
    description:
      'Number of alerts that the rule no longer suppresses, because they no longer matched the filter after an inference was merged into them.',
  })
  releasedCount!: number;

  @Field(() => Int, { description: 'Number of alerts that were restored because the rule ended.' })
  restoredCount!: number;

  @Field(() => Int, {
    description: 'Number of alerts that were not restored after the rule ended, because another rule suppressed them.',
  })
  stillSuppressedCount!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last step of restoring the alerts of the rule; null if the step succeeded, or if restoring has not started. A failed step is retried every minute.',
  })
  error!: string | null;
}

@ObjectType('AlertSuppressionPreview', {
  description:
    'Counts and examples of the alerts opened in the last `days` days whose current state matches the filter of a planned rule.',
})
export class AlertSuppressionPreview {
  @Field(() => Int, { description: 'Number of alerts that match.' })
  count!: number;

  @Field(() => Int, {
    description:
      'Number of all alerts opened in the last `days` days, suppressed or not, in the tenant to which the rule would apply, or in all tenants if it would apply to all.',
  })
  alertsInPeriod!: number;

  @Field(() => [SeverityCount], { description: 'Number of matching alerts by severity, most severe first.' })
  @Directive('@listSize(assumedSize: 4)')
  severities!: SeverityCount[];
}

@InputType('AddAlertSuppressionInput', { description: 'Input of `addAlertSuppression`.' })
export class AddAlertSuppressionInput {
  @Field(() => AlertFilter, {
    description:
      'Filter for the alerts to suppress, with at least one of `endpointId`, `severity`, `platform`, `technique`, `attack`, `modelName`, `minAttackProb` and `maxAttackProb`; of the other fields, only `tenantId` is permitted. An alert is compared with the filter when the alert is opened. `filter.tenantId` is the tenant of the rule. If it is null or omitted, the rule applies to your only tenant, or to all tenants if you have access to all; if you are restricted to several tenants, it is required.',
  })
  filter!: AlertFilter;

  @Field(() => String, {
    description: `Reason for the suppression, 1–${maxCharacters.suppressionReason} characters.`,
  })
  reason!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the person responsible for the rule: you, or a person from `alertPeople` whose `canTriage` is true. Null or omitted: you.',
  })
  ownerId?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time from which alerts are suppressed. Null, omitted or in the past: now.',
  })
  startsAt?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time until which alerts are suppressed; the alerts are restored at that time. Must be later than the start of the rule. Null or omitted: until the rule is ended.',
  })
  endsAt?: Date | null;

  @Field(() => ID, {
    nullable: true,
    description: 'UUID of a rule to end in the same transaction. Its alerts are restored. Null or omitted: none.',
  })
  replacesId?: string | null;
}

@InputType('EndAlertSuppressionInput', { description: 'Input of `endAlertSuppression`.' })
export class EndAlertSuppressionInput {
  @Field(() => ID, { description: 'UUID of the rule.' })
  id!: string;
}

@ObjectType('AlertSuppressionPayload', { description: 'Result of `addAlertSuppression` and `endAlertSuppression`.' })
export class AlertSuppressionPayload {
  @Field(() => AlertSuppression, { description: 'Rule after the change.' })
  suppression!: AlertSuppression;
}
