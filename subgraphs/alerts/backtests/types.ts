import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { AlertFilter } from '../triage/types-list.js';
import { BacktestSampleKind, BacktestState, ChangeInterface, Severity } from '../vocabulary.js';

enumType(BacktestState, {
  name: 'PolicyBacktestState',
  description: 'State of a backtest of the alert policy.',
  values: {
    RUNNING: 'Queued or in progress; restarted from the beginning after a crash.',
    DONE: 'Ended with a result.',
    FAILED: 'Ended by an error; see `error`.',
    CANCELLED: 'Cancelled before it was complete.',
  },
});

enumType(BacktestSampleKind, {
  name: 'PolicyBacktestSampleKind',
  description: 'Kind of difference between the current alerts and those of the tested policy.',
  values: {
    LOST: 'Alert with the verdict true positive that the policy would drop: none of its inferences would open or join an alert.',
    AVOIDED: 'Any other alert that the policy would not open: dropped, or merged into another alert.',
    ADDED: 'Alert that the policy would open in addition to the current ones.',
  },
});

@ObjectType('PolicyBacktestCounts', {
  description:
    'Alert counts. Summed over all severities, `alertsWithPolicy` is `currentAlerts` − `avoided` + `added`. This equation does not hold for a single severity, because the policy can change the severity of an alert.',
})
export class PolicyBacktestCounts {
  @Field(() => Int, {
    description:
      'Number of alerts that were opened in the evaluated days, not counting the excluded ones (`PolicyBacktest.leftOutAlertCount`).',
  })
  currentAlerts!: number;

  @Field(() => Int, { description: 'Number of alerts that the policy would have opened, suppressed or not.' })
  alertsWithPolicy!: number;

  @Field(() => Int, {
    description: 'Number of current alerts that the policy would not open: dropped, or merged into others.',
  })
  avoided!: number;

  @Field(() => Int, {
    description: 'Number of avoided alerts none of whose inferences would open or join an alert.',
  })
  dropped!: number;

  @Field(() => Int, { description: 'Number of alerts that the policy would open in addition to the current ones.' })
  added!: number;

  @Field(() => Int, { description: 'Number of dropped alerts whose latest verdict is true positive.' })
  truePositivesLost!: number;

  @Field(() => Int, { description: 'Number of avoided alerts whose latest verdict is false positive.' })
  falsePositivesAvoided!: number;

  @Field(() => Int, { description: 'Number of current alerts that are suppressed at the time of the backtest.' })
  currentSuppressed!: number;

  @Field(() => Int, { description: 'Number of alerts that the policy would have opened and suppressed.' })
  suppressedWithPolicy!: number;

  @Field(() => Int, {
    description:
      'Number of current alerts whose latest verdict is true positive and that the policy would suppress, including those that it would merge into suppressed alerts.',
  })
  truePositivesSuppressed!: number;
}

@ObjectType('PolicyBacktestGroup', { description: 'Counts of a backtest for one tenant, model and severity.' })
export class PolicyBacktestGroup {
  @Field(() => ID, { description: 'Tenant that the alerts belong to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Name of the model that produced the inferences.' })
  modelName!: string;

  @Field(() => Severity, {
    description: 'Severity of the alerts; for alerts that the policy would open, the computed severity.',
  })
  severity!: Severity;

  @Field(() => PolicyBacktestCounts, { description: 'Counts of the alerts with this tenant, model and severity.' })
  counts!: PolicyBacktestCounts;
}

export const PolicyBacktestGroupConnection = connectionType(PolicyBacktestGroup, {
  name: 'PolicyBacktestGroup',
  node: 'group',

  description: 'A page of the counts of a backtest by tenant, model and severity.',
});

@ObjectType('PolicyBacktestSample', {
  description: 'Example of an alert that the tested policy would add, drop or merge.',
})
export class PolicyBacktestSample {
  @Field(() => BacktestSampleKind, { description: 'How the policy would change the alert.' })
  kind!: BacktestSampleKind;

  @Field(() => ID, { description: 'UUID of the alert; for an added alert, the UUID that it would have had.' })
  alertId!: string;

  @Field(() => ID, { description: 'Tenant that the alert belongs to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Hostname of the endpoint.' })
  endpointId!: string;

  @Field(() => String, { description: 'Name of the model that produced the inferences.' })
  modelName!: string;

  @Field(() => Severity, {
    description: 'Severity of the stored alert; for an added alert, the computed severity.',
  })
  severity!: Severity;

  @Field(() => Float, { description: 'Maximum `attackProb` of the inferences, 0 to 1.' })
  attackProb!: number;

  @Field(() => GraphQLDateTime, { description: 'Time of the earliest inference.' })
  firstSeen!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time of the latest inference.' })
  lastSeen!: Date;

  @Field(() => Int, { description: 'Number of inferences of the alert.' })
  inferenceCount!: number;
}

@ObjectType('PolicyBacktest', {
  description:
    'Simulated effect of other settings on the alerts of recent days, computed from the stored inferences. If the settings are the same as during the import, the computed alerts equal the stored ones.',
})
export class PolicyBacktest {
  @Field(() => ID, { description: 'UUID of the backtest.' })
  id!: string;

  @Field(() => BacktestState, { description: 'Whether the backtest is running, or how it ended.' })
  state!: BacktestState;

  @Field(() => Int, { description: 'Number of days before `createdAt` that are evaluated.' })
  days!: number;

  @Field(() => [ID], { nullable: true, description: 'Tenants whose alerts are evaluated; null: all tenants.' })
  tenantIds!: string[] | null;

  @Field(() => String, { nullable: true, description: 'Model whose alerts are evaluated; null: all models.' })
  modelName!: string | null;

  @Field(() => Float, {
    description:
      'Minimum `attackProb`, 0 to 1, with which an inference opens or joins an alert under the tested policy.',
  })
  minThreshold!: number;

  @Field(() => Float, {
    description:
      'Maximum time, in seconds, by which an inference may precede `firstSeen` or follow `lastSeen` of the alert that it joins under the tested policy.',
  })
  dedupWindowSeconds!: number;

  @Field(() => [String], {
    description:
      'Suppression filters of the tested policy, each as a JSON object with enum values as in the REST API. Filters that apply only to tenants outside the backtest are omitted. Empty: the policy suppresses no alerts.',
  })
  suppressions!: string[];

  @Field(() => Float, { description: 'Value of `[alerts] min_threshold`, 0 to 1, when the backtest was started.' })
  currentMinThreshold!: number;

  @Field(() => Float, {
    description: 'Value of `[alerts] dedup_window_seconds`, in seconds, when the backtest was started.',
  })
  currentDedupWindowSeconds!: number;

  @Field(() => Float, {
    description:
      'Number of inferences that match `tenantIds` and `modelName` and were imported in the evaluated days; 0 until they are counted.',
  })
  inferenceCount!: number;

  @Field(() => Float, {
    description: 'Number of inferences that have been processed so far; equals `inferenceCount` if the state is DONE.',
  })
  processedCount!: number;

  @Field(() => Float, {
    description:
      'Number of inferences that are excluded, because their alert was opened before the days of the backtest, was deleted, or has inferences that are not stored; 0 unless the state is DONE.',
  })
  leftOutCount!: number;

  @Field(() => Int, {
    description:
      'Number of alerts that were opened in the evaluated days and are excluded, because not all of their inferences are stored; 0 unless the state is DONE.',
  })
  leftOutAlertCount!: number;

  @Field(() => PolicyBacktestCounts, {
    nullable: true,
    description: 'Counts of all evaluated alerts; null unless the state is DONE.',
  })
  counts!: PolicyBacktestCounts | null;

  @Field(() => String, { description: 'Name of the caller who started the backtest.' })
  createdBy!: string;

  @Field(() => ChangeInterface, { description: 'Interface through which the backtest was started.' })
  via!: ChangeInterface;

  @Field(() => GraphQLDateTime, { description: 'Time when the backtest was started.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'End time; null while the state is RUNNING.' })
  finishedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Reason for the failure; null unless the state is FAILED.' })
  error!: string | null;
}

@InputType('StartPolicyBacktestInput', { description: 'Input of `startPolicyBacktest`.' })
export class StartPolicyBacktestInput {
  @Field(() => Int, {
    description: 'Number of days before now to evaluate, 1 to `[alerts] inference_retention_days`.',
  })
  days!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the tenant whose alerts to evaluate; null or omitted: all tenants that you may access.',
  })
  tenantId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Name of the model whose alerts to evaluate, at most ${maxCharacters.modelName} characters; null or omitted: all models.`,
  })
  modelName?: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Minimum `attackProb` with which an inference opens or joins an alert, 0 to 1; null or omitted: `[alerts] min_threshold`.',
  })
  minThreshold?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Maximum time, in seconds, by which an inference may precede `firstSeen` or follow `lastSeen` of the alert that it joins, 0 to 31536000; null or omitted: `[alerts] dedup_window_seconds`.',
  })
  dedupWindowSeconds?: number | null;

  @Field(() => [AlertFilter], {
    nullable: true,
    description:
      'Filters of alerts that would be suppressed during all days of the backtest, with the same rules as in `addAlertSuppression`; at most 200, not counting those of tenants other than `tenantId`. The existing suppression rules do not apply. Null or omitted: no alerts would be suppressed.',
  })
  suppressions?: AlertFilter[] | null;
}

@InputType('CancelPolicyBacktestInput', { description: 'Input of `cancelPolicyBacktest`.' })
export class CancelPolicyBacktestInput {
  @Field(() => ID, { description: 'UUID of the backtest to cancel.' })
  id!: string;
}

@ObjectType('PolicyBacktestPayload', { description: 'Result of `startPolicyBacktest` and `cancelPolicyBacktest`.' })
export class PolicyBacktestPayload {
  @Field(() => PolicyBacktest, { description: 'The backtest after the mutation.' })
  backtest!: PolicyBacktest;
}
