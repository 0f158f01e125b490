import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { AlertPerson } from '../people/types.js';
import { AlertStatus, BulkChangeState, ChangeInterface, SkippedReason } from '../vocabulary.js';
import { AlertFilter } from './types-list.js';

enumType(BulkChangeState, {
  name: 'BulkAlertChangeState',
  description: 'State of a bulk change of alerts.',
  values: {
    PREVIEW: 'Not started; expires at `expiresAt`.',
    RUNNING: 'Started; continues after restarts of the server.',
    DONE: 'Complete: all alerts were processed.',
    CANCELLED: 'Cancelled before all alerts were processed.',
  },
});

enumType(SkippedReason, {
  name: 'BulkAlertChangeSkipReason',
  description: 'Reason a bulk change skipped an alert.',
  values: {
    TRIAGED: 'Conflict: the status or the assignee has been set since the preview.',
    UNMATCHED: 'Conflict: the alert no longer matches the filter, for example because it has become more severe.',
    DELETED: 'The alert was deleted.',
  },
});

@ObjectType('BulkAlertChangeSkip', { description: 'An alert that a bulk change skipped.' })
export class BulkAlertChangeSkip {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => SkippedReason, { description: 'Reason the alert was skipped.' })
  reason!: SkippedReason;
}

export const BulkAlertChangeSkipConnection = connectionType(BulkAlertChangeSkip, {
  name: 'BulkAlertChangeSkip',
  node: 'skipped alert',
  nodes: 'skipped alerts',
  description: 'A page of the alerts that a bulk change skipped.',
});

@ObjectType('BulkAlertChange', {
  description:
    'A bulk change to the alerts that matched a filter when the preview was created. `count` is always the sum of `changedCount`, `conflictCount`, `deletedCount` and `remainingCount`.',
})
export class BulkAlertChange {
  @Field(() => ID, { description: 'UUID of the bulk change and of its preview.' })
  id!: string;

  @Field(() => BulkChangeState, { description: 'Whether the change is a preview, running, done or cancelled.' })
  state!: BulkChangeState;

  @Field(() => Int, { description: 'Number of alerts that matched when the preview was created.' })
  count!: number;

  @Field(() => Int, { description: 'Number of alerts that were changed.' })
  changedCount!: number;

  @Field(() => Int, { description: 'Number of alerts that were not changed because of a conflict.' })
  conflictCount!: number;

  @Field(() => Int, { description: 'Number of alerts that were deleted before they could be changed.' })
  deletedCount!: number;

  @Field(() => Int, {
    description:
      'Number of alerts that have not been processed yet, or had not been processed when the change was cancelled.',
  })
  remainingCount!: number;

  @Field(() => String, { description: 'Filter as JSON, with enum values as in the REST API.' })
  filter!: string;

  @Field(() => AlertStatus, { nullable: true, description: 'New status of the alerts; null for an assignment.' })
  status!: AlertStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Verdict that is recorded: true for true positive, false for false positive; null for changes without a verdict.',
  })
  isTruePositive!: boolean | null;

  @Field(() => AlertPerson, {
    nullable: true,
    description:
      'Person or program to whom the alerts are assigned; null for other changes, or if the change unassigns the alerts.',
  })
  assignee!: AlertPerson | null;

  @Field(() => String, {
    description: 'Name of the caller who created the preview. Only this caller can start the change.',
  })
  createdBy!: string;

  @Field(() => ChangeInterface, { description: 'Interface through which the preview was created.' })
  via!: ChangeInterface;

  @Field(() => GraphQLDateTime, { description: 'Time when the preview was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time until which the change can be started; null once the change is started or cancelled.',
  })
  expiresAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Start time; null if the change was not started.',
  })
  startedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'End time; null if the change has not ended.' })
  finishedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last step; null if the step succeeded, if no step has run yet, or if the change was cancelled. A failed step is retried every minute.',
  })
  error!: string | null;
}

@InputType('PreviewBulkAlertChangeInput', {
  description:
    'Input of `previewBulkAlertChange`. Exactly one of `status`, `isTruePositive`, `assigneeId` and `unassign: true` is required. Assignments require the role `analyst` or `admin`, even while `[auth] alerts` is `open`.',
})
export class PreviewBulkAlertChangeInput {
  @Field(() => AlertFilter, {
    description: 'Filter for the alerts; an empty filter matches all alerts that are not suppressed.',
  })
  filter!: AlertFilter;

  @Field(() => AlertStatus, { nullable: true, description: 'New status. Null or omitted: no new status.' })
  status?: AlertStatus | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Verdict: true sets the status to RESOLVED, false to FALSE_POSITIVE. Null or omitted: no verdict.',
  })
  isTruePositive?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of a person from `alertPeople` whose `canTriage` is true, or your own id, `viewer { id }`. Null or omitted: no new assignee.',
  })
  assigneeId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to unassign the alerts. Null or omitted: false.' })
  unassign?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `New notes, at most ${maxCharacters.notes} characters. Null or omitted: unchanged. Empty: cleared. Not for assignments.`,
  })
  notes?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Person or service account that makes the change, as free text of at most ${maxCharacters.actor} characters. Null or omitted: your name; unchanged if you are anonymous. Empty: set to null. Not for assignments.`,
  })
  actor?: string | null;
}

@InputType('StartBulkAlertChangeInput', { description: 'Input of `startBulkAlertChange`.' })
export class StartBulkAlertChangeInput {
  @Field(() => ID, { description: 'UUID of the preview.' })
  id!: string;
}

@InputType('CancelBulkAlertChangeInput', { description: 'Input of `cancelBulkAlertChange`.' })
export class CancelBulkAlertChangeInput {
  @Field(() => ID, { description: 'UUID of the bulk change.' })
  id!: string;
}

@ObjectType('BulkAlertChangePayload', {
  description: 'Result of `previewBulkAlertChange`, `startBulkAlertChange` and `cancelBulkAlertChange`.',
})
export class BulkAlertChangePayload {
  @Field(() => BulkAlertChange, { description: 'Bulk change after the mutation.' })
  change!: BulkAlertChange;
}
