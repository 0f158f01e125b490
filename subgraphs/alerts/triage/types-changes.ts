import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertStatus } from '../vocabulary.js';
import { Alert } from './types.js';

const notesDescription = `New notes, at most ${maxCharacters.notes} characters. Null or omitted: unchanged. Empty: cleared.`;
const actorDescription = `Person or service account that makes the change, as free text of at most ${maxCharacters.actor} characters; stored in addition to the authenticated caller. Null or omitted: the name of the caller, or unchanged for an anonymous caller. Empty: set to null.`;
const assigneeDescription = `Id of a person from \`alertPeople\` whose \`canTriage\` is true, or your own id, \`viewer { id }\`. Null or omitted: unassigned.`;
const expectedDescription =
  '`updatedAt` of the alert as you last read it. If the status or the assignee has been set since, the mutation changes nothing and fails with `CONFLICT`; the extensions of the error contain `theirs`, the current values, and `yours`, the values of the request. Merged inferences and comments do not cause conflicts. Null or omitted: not checked.';
const expectedListDescription = `The alerts with their \`updatedAt\` as you last read it, at most ${maxItems.alertIds}. An alert whose status or assignee has been set since is not changed; its result contains the error code CONFLICT. Alerts that are not in the list are not checked. Null or omitted: no alert is checked.`;

@InputType('UpdateAlertInput', { description: 'Input of `updateAlert`.' })
export class UpdateAlertInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  id!: string;

  @Field(() => AlertStatus, { description: 'New status; any status can be changed to any other.' })
  status!: AlertStatus;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  actor?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: expectedDescription })
  expectedUpdatedAt?: Date | null;
}

@ObjectType('UpdateAlertPayload', { description: 'Result of `updateAlert`.' })
export class UpdateAlertPayload {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;
}

@InputType('SubmitVerdictInput', { description: 'Input of `submitVerdict`.' })
export class SubmitVerdictInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => Boolean, { description: 'Verdict: true sets the status to RESOLVED, false to FALSE_POSITIVE.' })
  isTruePositive!: boolean;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  actor?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: expectedDescription })
  expectedUpdatedAt?: Date | null;
}

@ObjectType('SubmitVerdictPayload', { description: 'Result of `submitVerdict`.' })
export class SubmitVerdictPayload {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;

  @Field(() => Boolean, { description: 'True: the alert is a true positive; false: it is a false positive.' })
  isTruePositive!: boolean;
}

@InputType('ExpectedAlertInput', { description: 'An alert and its `updatedAt` as you last read it.' })
export class ExpectedAlertInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: '`updatedAt` of the alert as you last read it.' })
  updatedAt!: Date;
}

@InputType('ChangeAlertStatusesInput', { description: 'Input of `changeAlertStatuses`.' })
export class ChangeAlertStatusesInput {
  @Field(() => [ID], { description: `UUIDs of the alerts, at most ${maxItems.alertIds}.` })
  ids!: string[];

  @Field(() => AlertStatus, { description: 'New status of all the alerts.' })
  status!: AlertStatus;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  actor?: string | null;

  @Field(() => [ExpectedAlertInput], { nullable: true, description: expectedListDescription })
  expected?: ExpectedAlertInput[] | null;
}

@ObjectType('ChangeAlertStatusResult', {
  description: 'Result of `changeAlertStatuses` or `assignAlerts` for one alert.',
})
export class ChangeAlertStatusResult {
  @Field(() => ID, { description: 'Id from the input.' })
  id!: string;

  @Field(() => Alert, { nullable: true, description: 'The alert after the change; null if it was not changed.' })
  alert!: Alert | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error code: NOT_FOUND, CONFLICT or BAD_USER_INPUT; null if the alert was changed.',
  })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Error message; null if the alert was changed.' })
  message!: string | null;
}

@ObjectType('ChangeAlertStatusesPayload', { description: 'Result of `changeAlertStatuses`.' })
export class ChangeAlertStatusesPayload {
  @Field(() => [ChangeAlertStatusResult], { description: 'One result for each id of the input, in the same order.' })
  results!: ChangeAlertStatusResult[];

  @Field(() => Int, {
    description: 'Number of changed alerts; an alert that the input contains several times counts once.',
  })
  changedCount!: number;
}

@InputType('AssignAlertInput', { description: 'Input of `assignAlert`.' })
export class AssignAlertInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: assigneeDescription })
  assigneeId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: expectedDescription })
  expectedUpdatedAt?: Date | null;
}

@ObjectType('AssignAlertPayload', { description: 'Result of `assignAlert`.' })
export class AssignAlertPayload {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;
}

@InputType('AssignAlertsInput', { description: 'Input of `assignAlerts`.' })
export class AssignAlertsInput {
  @Field(() => [ID], { description: `UUIDs of the alerts, at most ${maxItems.alertIds}.` })
  ids!: string[];

  @Field(() => ID, { nullable: true, description: assigneeDescription })
  assigneeId?: string | null;

  @Field(() => [ExpectedAlertInput], { nullable: true, description: expectedListDescription })
  expected?: ExpectedAlertInput[] | null;
}

@ObjectType('AssignAlertsPayload', { description: 'Result of `assignAlerts`.' })
export class AssignAlertsPayload {
  @Field(() => [ChangeAlertStatusResult], {
    description: 'One result for each id of the input, in the same order.',
  })
  results!: ChangeAlertStatusResult[];

  @Field(() => Int, {
    description: 'Number of changed alerts; an alert that the input contains several times counts once.',
  })
  changedCount!: number;
}
