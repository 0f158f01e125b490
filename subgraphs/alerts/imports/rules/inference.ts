import { isLongerThan, isStorableText, maxCharacters, maxItems } from '../../../../platform/input-limits.js';
import { quoted } from '../../../../platform/quoted.js';
import { Platform, Prediction } from '../../vocabulary.js';

/**
 * A valid result of a detection model for one endpoint. `endpointId` is in lower case, `timestamp` in Unix epoch
 * seconds.
 */
export interface Inference {
  inferenceId: string;
  tenantId: string;
  endpointId: string;
  platform: Platform;
  attackProb: number;
  confidence: number;
  prediction: Prediction;
  ttpTechniques: readonly string[];
  ttpExplanation: string | null;
  timestamp: number;
  modelName: string;
  numNodes: number;
  numEdges: number;
}

/** The names of the fields of an inference in one of the interfaces. */
export type InferenceFieldNames = Readonly<Record<keyof Inference, string>>;

/** Names of the fields of an inference in newline-delimited JSON. */
export const wireNames: InferenceFieldNames = {
  inferenceId: 'inference_id',
  tenantId: 'tenant_id',
  endpointId: 'endpoint_id',
  platform: 'platform',
  attackProb: 'attack_prob',
  confidence: 'confidence',
  prediction: 'prediction',
  ttpTechniques: 'ttp_techniques',
  ttpExplanation: 'ttp_explanation',
  timestamp: 'timestamp',
  modelName: 'model_name',
  numNodes: 'num_nodes',
  numEdges: 'num_edges',
};

/** Names of the fields of an inference in the GraphQL schema. */
export const graphNames = Object.fromEntries(
  Object.keys(wireNames).map((name) => [name, name]),
) as unknown as InferenceFieldNames; // One entry per field.

const maxInt32 = 2 ** 31 - 1;
const maxTimestamp = 253_402_300_799;

export type InferenceCheck = { inference: Inference } | { errors: string[] };

/**
 * Validates an inference and ignores unknown fields.
 * @returns the inference, or all problems, each beginning with the name of its field
 */
export function checkInference(value: unknown, names: InferenceFieldNames): InferenceCheck {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { errors: ['must be a JSON object'] };
  const fields = new FieldReader(value as Record<string, unknown>); // Any object is a record of unknown values.
  const inference: Inference = {
    inferenceId: fields.text(names.inferenceId, maxCharacters.inferenceId),
    tenantId: fields.text(names.tenantId, maxCharacters.tenantId),
    endpointId: fields.text(names.endpointId, maxCharacters.endpointId).toLowerCase(),
    platform: fields.oneOf(names.platform, platforms),
    attackProb: fields.fraction(names.attackProb),
    confidence: fields.fraction(names.confidence),
    prediction: fields.oneOf(names.prediction, predictions),
    ttpTechniques: fields.techniques(names.ttpTechniques),
    ttpExplanation: fields.explanation(names.ttpExplanation),
    timestamp: fields.timestamp(names.timestamp),
    modelName: fields.text(names.modelName, maxCharacters.modelName),
    numNodes: fields.count(names.numNodes),
    numEdges: fields.count(names.numEdges),
  };
  return fields.errors === undefined ? { inference } : { errors: fields.errors };
}

const platforms: readonly Platform[] = Object.values(Platform);
const predictions: readonly Prediction[] = Object.values(Prediction);
const noTechniques: readonly string[] = [];

/** Reads fields and collects their problems. If there are problems, callers ignore the values that were read. */
class FieldReader {
  errors: string[] | undefined;
  readonly #fields: Record<string, unknown>;

  constructor(fields: Record<string, unknown>) {
    this.#fields = fields;
  }

  /**
   * Reads a required string of at most `maxLength` UTF-16 code units. Each takes at most three bytes in UTF-8, so keys
   * fit into an index entry.
   */
  text(name: string, maxLength: number): string {
    const value = this.#fields[name];
    if (typeof value === 'string' && value !== '' && value.length <= maxLength && isStorableText(value)) return value;
    this.#reject(name, value, `must be a string of 1 to ${maxLength} characters without NUL`);
    return '';
  }

  explanation(name: string): string | null {
    const value = this.#fields[name];
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' && !isLongerThan(value, maxCharacters.explanation) && isStorableText(value)) {
      return value;
    }
    this.#reject(
      name,
      value,
      `must be null or a string of at most ${maxCharacters.explanation} characters without NUL`,
    );
    return null;
  }

  techniques(name: string): readonly string[] {
    const value = this.#fields[name];
    if (value === null || value === undefined) return noTechniques;
    if (Array.isArray(value) && value.length <= maxItems.techniques && value.every(isTechnique)) return value;
    this.#reject(
      name,
      value,
      `must be a list of at most ${maxItems.techniques} strings of 1 to ${maxCharacters.technique} characters without NUL`,
    );
    return noTechniques;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value {
    const value = this.#fields[name];
    const found = values.find((expected) => expected === value);
    if (found === undefined)
      this.#reject(name, value, `must be ${values.map((expected) => `"${expected}"`).join(' or ')}`);
    return found ?? (values[0] as Value); // Only returned for an invalid field.
  }

  fraction(name: string): number {
    const value = this.#fields[name];
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    this.#reject(name, value, 'must be a number from 0 to 1');
    return 0;
  }

  timestamp(name: string): number {
    const value = this.#fields[name];
    if (typeof value === 'number' && value > 0 && value <= maxTimestamp) return value;
    this.#reject(name, value, 'must be a positive number of Unix epoch seconds before the year 10000');
    return 0;
  }

  count(name: string): number {
    const value = this.#fields[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxInt32) return value;
    this.#reject(name, value, `must be an integer from 0 to ${maxInt32}`);
    return 0;
  }

  #reject(name: string, value: unknown, rule: string): void {
    this.errors ??= [];
    this.errors.push(value === undefined ? `${name}: is missing` : `${name}: ${rule}, not ${rejectedInput(value)}`);
  }
}

/** The beginning of a rejected value, as JSON. */
function rejectedInput(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(JSON.stringify(value)).slice(0, 100);
}

function isTechnique(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxCharacters.technique && isStorableText(value);
}
