import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertStatus } from '../vocabulary.js';
import { Alert } from './types.js';

const notesDescription = `New notes, at most ${maxCharacters.notes} characters. Null or omitted: unchanged. Empty: cleared.`;
const actorDescription = `Person or service account that makes the change, as free text of at most ${maxCharacters.actor} characters; stored beside the authenticated caller. Null or omitted: the name of the caller; unchanged if anonymous. Empty: set to null.`;

@InputType('UpdateAlertInput', { description: 'Input of `updateAlert`.' })
export class UpdateAlertInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  id!: string;

  @Field(() => AlertStatus, { description: 'New status; any status may follow any other.' })
  status!: AlertStatus;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  actor?: string | null;
}

@ObjectType('UpdateAlertPayload', { simpleResolvers: true, description: 'Result of `updateAlert`.' })
export class UpdateAlertPayload {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;
}

@InputType('SubmitVerdictInput', { description: 'Input of `submitVerdict`.' })
export class SubmitVerdictInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => Boolean, { description: 'True sets the status to RESOLVED, false to FALSE_POSITIVE.' })
  isTruePositive!: boolean;

  @Field(() => String, { nullable: true, description: notesDescription })
  notes?: string | null;

  @Field(() => String, { nullable: true, description: actorDescription })
  actor?: string | null;
}

@ObjectType('SubmitVerdictPayload', { simpleResolvers: true, description: 'Result of `submitVerdict`.' })
export class SubmitVerdictPayload {
  @Field(() => Alert, { description: 'The alert after the change.' })
  alert!: Alert;

  @Field(() => Boolean, { description: 'Whether there was an attack.' })
  isTruePositive!: boolean;
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
}

@ObjectType('ChangeAlertStatusResult', { simpleResolvers: true, description: 'Result of a bulk change for one alert.' })
export class ChangeAlertStatusResult {
  @Field(() => ID, { description: 'Id from the input.' })
  id!: string;

  @Field(() => Alert, { nullable: true, description: 'The alert after the change; null if it was not changed.' })
  alert!: Alert | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error code, for example NOT_FOUND; null if the alert was changed.',
  })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Error message; null if the alert was changed.' })
  message!: string | null;
}

@ObjectType('ChangeAlertStatusesPayload', { simpleResolvers: true, description: 'Result of `changeAlertStatuses`.' })
export class ChangeAlertStatusesPayload {
  @Field(() => [ChangeAlertStatusResult], { description: 'One result for each id of the input, in the same order.' })
  results!: ChangeAlertStatusResult[];

  @Field(() => Int, { description: 'Number of changed alerts.' })
  changedCount!: number;
}
