import type { GraphQLOutputType } from 'graphql';
import type { PlanRun } from '../plan/run.js';
import type { CollectedField, FragmentNode } from '../selection.js';

/** A null or a value in subgraph results that the API schema does not allow. */
export interface CompletionProblem {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** A field for which no fetch returned a value. */
export interface CompletionGap extends CompletionProblem {
  /** The object without the field, in the merged data. */
  readonly object: object;
}

export interface Completion {
  readonly data: Record<string, unknown> | null;
  readonly problems: readonly CompletionProblem[];
  /** Missing fields of objects that are not incomplete. */
  readonly gaps: readonly CompletionGap[];
  /** Objects to which a deferred fragment applies, including objects that null propagation removed from the data. */
  readonly deferred: readonly DeferredObject[];
}

/** An object to which a deferred fragment applies. */
export interface DeferredObject {
  readonly node: FragmentNode;
  /** Path of the object, with the client's response names. */
  readonly path: readonly (string | number)[];
  /** The object in the merged data at the time when the fragment was found. */
  readonly value: object;
  /**
   * Completes the fields of the fragment after they were fetched. The `data` of the result is null if null propagation
   * reaches the object.
   */
  complete(value: object, request: CompletionRequest): Completion;
}

/** The inputs of completion: coerced variables, and the results of root introspection fields by response name. */
export interface CompletionRequest {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly introspection: Readonly<Record<string, unknown>> | undefined;
  /** Objects that may have missing fields, because a subgraph returned nothing for them. */
  readonly incomplete: PlanRun['incomplete'];
}

export interface Run extends CompletionRequest {
  readonly problems: CompletionProblem[];
  readonly gaps: CompletionGap[];
  readonly deferred: DeferredObject[];
}

export interface Path {
  readonly previous: Path | undefined;
  readonly key: string | number;
}

/**
 * Completes one value. Returns `failed` for a null whose error was reported, and `invalid` for a null at a non-null
 * position. The path includes the key of the value.
 */
export type CompleteValue = (value: unknown, run: Run, path: Path | undefined) => unknown;

/** Reports a missing field of an object, unless a subgraph returned nothing for the object. */
export function reportGap(input: object, gap: Gap): void {
  if (!gap.run.incomplete.has(input)) addGap(input, gap);
}

interface Gap {
  readonly run: Run;
  readonly path: Path | undefined;
  readonly typeName: string;
  readonly name: string;
}

export function addGap(object: object, { run, path, typeName, name }: Gap): void {
  run.gaps.push({
    object,
    message: `No subgraph returned a value for the field "${name}" of ${typeName}.`,
    path: keysOf(path),
  });
}

export function keysOf(path: Path | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let step = path; step !== undefined; step = step.previous) keys.unshift(step.key);
  return keys;
}

export function report(run: Run, path: Path | undefined, message: string): void {
  run.problems.push({ message, path: keysOf(path) });
}

export function describe(path: Path | undefined, type: GraphQLOutputType, field: CollectedField): string {
  return typeof path?.key === 'number'
    ? `array element of type ${type} at index ${path.key}`
    : `field ${field.parentType.name}.${field.responseName}`;
}
