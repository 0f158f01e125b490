import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { Platform, Prediction } from '../vocabulary.js';
import { InferenceOutcome } from './rules/deduplication.js';

registerEnumType(InferenceOutcome, {
  name: 'InferenceOutcome',
  description: 'What became of an inference that was handed over.',
  valuesConfig: {
    OPENED: { description: 'It opened a new alert.' },
    JOINED: { description: 'It was merged into an alert that stood already.' },
    IGNORED: { description: 'Below the threshold, or not predicted as an attack: recorded, but in no alert.' },
    REPEATED: { description: 'It had been imported before; nothing changed.' },
    REJECTED: { description: 'It breaks a rule; `errors` says which.' },
  },
});

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
