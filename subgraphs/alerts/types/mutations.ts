import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertStatus, InferenceOutcome, Platform, Prediction } from '../vocabulary.js';
import { Alert } from './alert.js';
import './enums.js';

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

@InputType('InferenceInput', { description: 'One result of a model for one endpoint.' })
export class InferenceInput {
  @Field(() => ID, {
    description: `Unique within the tenant, 1 to ${maxCharacters.inferenceId} characters; a repetition changes nothing.`,
  })
  inferenceId!: string;

  @Field(() => ID, { description: `Tenant, 1 to ${maxCharacters.tenantId} characters.` })
  tenantId!: string;

  @Field(() => String, {
    description: `Hostname, 1 to ${maxCharacters.endpointId} characters; recorded in lower case.`,
  })
  endpointId!: string;

  @Field(() => Platform, { description: 'Operating system of the endpoint.' })
  platform!: Platform;

  @Field(() => Float, { description: 'Probability of an attack, 0 to 1.' })
  attackProb!: number;

  @Field(() => Float, { description: 'Confidence of the model, 0 to 1.' })
  confidence!: number;

  @Field(() => Prediction, { description: 'Label of the model.' })
  prediction!: Prediction;

  @Field(() => [String], {
    defaultValue: [],
    description: `Attack technique identifiers: at most ${maxItems.techniques}, each 1 to ${maxCharacters.technique} characters.`,
  })
  ttpTechniques!: string[];

  @Field(() => String, {
    nullable: true,
    description: `Description of the techniques for people, at most ${maxCharacters.explanation} characters.`,
  })
  ttpExplanation?: string | null;

  @Field(() => Float, { description: 'When the inference was made, Unix epoch seconds.' })
  timestamp!: number;

  @Field(() => String, { description: `The model, 1 to ${maxCharacters.modelName} characters.` })
  modelName!: string;

  @Field(() => Int, { description: 'Nodes in the graph behind the inference.' })
  numNodes!: number;

  @Field(() => Int, { description: 'Edges in that graph.' })
  numEdges!: number;
}

@InputType('ImportInferencesInput', { description: 'A batch of inferences from a detection pipeline.' })
export class ImportInferencesInput {
  @Field(() => [InferenceInput], { description: `At most ${maxItems.inferences}, taken in this order.` })
  inferences!: InferenceInput[];
}

@ObjectType('InferenceResult', { simpleResolvers: true, description: 'What became of one inference.' })
export class InferenceResult {
  @Field(() => ID, { description: 'The inference.' })
  inferenceId!: string;

  @Field(() => InferenceOutcome, { description: 'What became of it.' })
  outcome!: InferenceOutcome;

  @Field(() => ID, { nullable: true, description: 'The alert it belongs to; null when it belongs to none.' })
  alertId!: string | null;

  @Field(() => [String], { description: 'Why it was rejected; empty otherwise.' })
  errors!: string[];
}

@ObjectType('ImportInferencesPayload', { simpleResolvers: true, description: 'Result of `importInferences`.' })
export class ImportInferencesPayload {
  @Field(() => [InferenceResult], { description: 'One result for each inference, in the order given.' })
  results!: InferenceResult[];

  @Field(() => Int, { description: 'Inferences that opened an alert.' })
  opened!: number;

  @Field(() => Int, { description: 'Inferences that were merged into an alert.' })
  joined!: number;

  @Field(() => Int, { description: 'Inferences recorded without an alert.' })
  ignored!: number;

  @Field(() => Int, { description: 'Inferences that had been imported before.' })
  repeated!: number;

  @Field(() => Int, { description: 'Inferences that break a rule.' })
  rejected!: number;
}
