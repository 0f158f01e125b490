import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { reservedIdPrefixes } from '../../../platform/submitted-inferences.js';
import { Platform, Prediction } from '../vocabulary.js';
import { InferenceOutcome } from './rules/deduplication.js';

enumType(InferenceOutcome, {
  name: 'InferenceOutcome',
  description: 'Outcome of the import of an inference.',
  values: {
    OPENED: 'The inference opened a new alert.',
    JOINED: 'The inference joined an existing alert.',
    IGNORED:
      '`attackProb` is below `[alerts] min_threshold`, or the label is not ATTACK; the inference was recorded without an alert.',
    REPEATED: 'The inference was imported before, or earlier in the same input; nothing changed.',
    REJECTED: 'The inference is invalid, or you may not import inferences for its tenant; see `errors`.',
  },
});

const reservedPrefixes = reservedIdPrefixes.map((prefix) => `\`${prefix}\``);

@InputType('InferenceInput', { description: 'Output of a detection model for one endpoint.' })
export class InferenceInput {
  @Field(() => ID, {
    description: `Id of the inference, 1–${maxCharacters.inferenceId} characters; unique within the tenant. Importing the same id again changes nothing. Ids that begin with ${reservedPrefixes.slice(0, -1).join(', ')} or ${reservedPrefixes.at(-1)} are reserved.`,
  })
  inferenceId!: string;

  @Field(() => ID, { description: `Id of the tenant, 1–${maxCharacters.tenantId} characters.` })
  tenantId!: string;

  @Field(() => String, {
    description: `Hostname of the endpoint, 1–${maxCharacters.endpointId} characters; stored in lower case.`,
  })
  endpointId!: string;

  @Field(() => Platform, { description: 'Operating system of the endpoint.' })
  platform!: Platform;

  @Field(() => Float, { description: 'Probability of an attack, 0 to 1.' })
  attackProb!: number;

  @Field(() => Float, { description: 'Confidence of the model, 0 to 1.' })
  confidence!: number;

  @Field(() => Prediction, { description: 'Label that the model assigned.' })
  prediction!: Prediction;

  @Field(() => [String], {
    defaultValue: [],
    description: `Identifiers of ATT&CK techniques; at most ${maxItems.techniques}, each of 1–${maxCharacters.technique} characters. Default: none.`,
  })
  ttpTechniques!: string[];

  @Field(() => String, {
    nullable: true,
    description: `Description of the techniques, at most ${maxCharacters.explanation} characters. Null or omitted: none.`,
  })
  ttpExplanation?: string | null;

  @Field(() => Float, { description: 'Time of the inference, in Unix epoch seconds; positive, before the year 10000.' })
  timestamp!: number;

  @Field(() => String, { description: `Name of the model, 1–${maxCharacters.modelName} characters.` })
  modelName!: string;

  @Field(() => Int, { description: 'Number of nodes in the graph of the inference, 0 or more.' })
  numNodes!: number;

  @Field(() => Int, { description: 'Number of edges in the graph of the inference, 0 or more.' })
  numEdges!: number;
}

@InputType('ImportInferencesInput', { description: 'Input of `importInferences`.' })
export class ImportInferencesInput {
  @Field(() => [InferenceInput], { description: `Inferences, at most ${maxItems.inferences}; imported in this order.` })
  inferences!: InferenceInput[];
}

@ObjectType('InferenceResult', { description: 'Result of the import of one inference.' })
export class InferenceResult {
  @Field(() => ID, { description: '`inferenceId` from the input.' })
  inferenceId!: string;

  @Field(() => InferenceOutcome, { description: 'What the import did with the inference.' })
  outcome!: InferenceOutcome;

  @Field(() => ID, {
    nullable: true,
    description:
      'UUID of the alert that the inference opened or joined in this import or, for `REPEATED`, when it was first imported; null if the inference was rejected, or was recorded without an alert.',
  })
  alertId!: string | null;

  @Field(() => [String], { description: 'Reasons for the rejection; empty if the inference was not rejected.' })
  errors!: string[];
}

@ObjectType('ImportInferencesPayload', { description: 'Result of `importInferences`.' })
export class ImportInferencesPayload {
  @Field(() => [InferenceResult], { description: 'One result for each inference of the input, in the same order.' })
  results!: InferenceResult[];

  @Field(() => Int, { description: 'Number of inferences that opened a new alert.' })
  opened!: number;

  @Field(() => Int, { description: 'Number of inferences that joined an existing alert.' })
  joined!: number;

  @Field(() => Int, { description: 'Number of inferences that were recorded without an alert.' })
  ignored!: number;

  @Field(() => Int, { description: 'Number of inferences that were imported before or occur earlier in the input.' })
  repeated!: number;

  @Field(() => Int, { description: 'Number of inferences that were rejected; see their `errors`.' })
  rejected!: number;
}
