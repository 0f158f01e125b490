import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertStatus } from '../vocabulary.js';
import { Alert } from './types.js';

const notesDescription = `New notes, at most ${maxCharacters.notes} characters. Not given: they stay. Empty: they are cleared.`;
const actorDescription = `Who does it, at most ${maxCharacters.actor} characters. Not given: it stays. Empty: it becomes null.`;

@InputType('UpdateAlertInput', { description: 'Change of an alert: specification, "UpdateAlertRequest".' })
export class UpdateAlertInput {
  @Field(() => ID, { description: 'The alert.' })
  id!: string;

  @Field(() => AlertStatus, { description: 'New status; any may follow any.' })
  status!: AlertStatus;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  resolvedBy?: string | null;
}

@ObjectType('UpdateAlertPayload', { simpleResolvers: true, description: 'Result of `updateAlert`.' })
export class UpdateAlertPayload {
  @Field(() => Alert, { description: 'The alert as it is now.' })
  alert!: Alert;
}

@InputType('SubmitVerdictInput', { description: 'Verdict of an analyst: specification, "FeedbackRequest".' })
export class SubmitVerdictInput {
  @Field(() => ID, { description: 'The alert.' })
  alertId!: string;

  @Field(() => Boolean, { description: 'True moves the alert to RESOLVED, false to FALSE_POSITIVE.' })
  isTruePositive!: boolean;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Who says so; at most ${maxCharacters.actor} characters. Not given: \`resolvedBy\` stays. Empty: it becomes null.`,
  })
  analyst?: string | null;
}

@ObjectType('SubmitVerdictPayload', { simpleResolvers: true, description: 'Result of `submitVerdict`.' })
export class SubmitVerdictPayload {
  @Field(() => Alert, { description: 'The alert as it is now.' })
  alert!: Alert;

  @Field(() => Boolean, { description: 'The verdict.' })
  isTruePositive!: boolean;
}

@InputType('ChangeAlertStatusesInput', { description: 'One change for many alerts.' })
export class ChangeAlertStatusesInput {
  @Field(() => [ID], { description: `The alerts, at most ${maxItems.alertIds}.` })
  ids!: string[];

  @Field(() => AlertStatus, { description: 'New status of all of them.' })
  status!: AlertStatus;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  resolvedBy?: string | null;
}

@ObjectType('ChangeAlertStatusResult', { simpleResolvers: true, description: 'What became of one alert of many.' })
export class ChangeAlertStatusResult {
  @Field(() => ID, { description: 'The id as it was given.' })
  id!: string;

  @Field(() => Alert, { nullable: true, description: 'The alert as it is now; null when it was not changed.' })
  alert!: Alert | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error code when it was not changed, for example NOT_FOUND; null when it was.',
  })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was not changed; null when it was.' })
  message!: string | null;
}

@ObjectType('ChangeAlertStatusesPayload', { simpleResolvers: true, description: 'Result of `changeAlertStatuses`.' })
export class ChangeAlertStatusesPayload {
  @Field(() => [ChangeAlertStatusResult], { description: 'One result for each id, in the order given.' })
  results!: ChangeAlertStatusResult[];

  @Field(() => Int, { description: 'How many alerts were changed.' })
  changedCount!: number;
}
