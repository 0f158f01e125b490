import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { PlanRun } from '../plan/run.js';
import { type CollectedField, collectFields, type OperationSource, type PlacedSelections } from '../selection.js';
import { leafTest, typeofTest } from './leaf-values.js';
import { compileSource, readSource } from './source-text.js';

/** What the subgraphs left to be desired: a null or a value that the API schema does not allow. */
export interface CompletionProblem {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

export interface Completion {
  readonly data: Record<string, unknown> | null;
  readonly problems: readonly CompletionProblem[];
  /** Fields that no fetch gave a value for, though no error accounts for that. */
  readonly gaps: readonly CompletionProblem[];
}

/** Coerced variables, and the values of root introspection fields by response name. */
export interface CompletionRequest {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly introspection: Readonly<Record<string, unknown>> | undefined;
  /** Objects that may lack fields, since a subgraph gave nothing for them. */
  readonly unanswered: PlanRun['unanswered'];
}

export type Complete = (merged: Record<string, unknown>, request: CompletionRequest) => Completion;

/**
 * Compiles the last step of a plan: from everything the fetches brought together to the operation's data. Applies type
 * conditions, nullability of the API schema, and leaves out what was fetched for the plan's own sake.
 */
export function compileCompletion(source: OperationSource): Complete {
  let completeRoot: CompleteValue | undefined;
  return (merged, request) => {
    completeRoot ??= compileRoot(source);
    const run: Run = { ...request, problems: [], gaps: [] };
    const completed = completeRoot(merged, run, undefined);
    // What completes the root is a fresh object or `failed`.
    const data = completed === failed ? null : (completed as Record<string, unknown>);
    return { data, problems: run.problems, gaps: run.gaps };
  };
}

function compileRoot(source: OperationSource): CompleteValue {
  const { operation, schema } = source;
  const type = schema.getRootType(operation.operation);
  if (!type) throw new Error(`The schema has no type for ${operation.operation} operations`);
  const selections = [{ selectionSet: operation.selectionSet, type }];
  return new CompletionCompiler(source).compileObject(type, selections);
}

/** A null whose reason has been reported. */
const failed = Symbol('failed');
/** A null where none may be: the parent becomes null too. */
const invalid = Symbol('invalid');

interface Run extends CompletionRequest {
  readonly problems: CompletionProblem[];
  readonly gaps: CompletionProblem[];
}

interface Path {
  readonly previous: Path | undefined;
  readonly key: string | number;
}

/** Completes one value; `null`, `failed` and `invalid` say how it failed. The path ends with the value's own key. */
type CompleteValue = (value: unknown, run: Run, path: Path | undefined) => unknown;

class CompletionCompiler {
  readonly #source: OperationSource;

  constructor(source: OperationSource) {
    this.#source = source;
  }

  /** A function for objects of one type: it returns a fresh object with the asked fields, or `failed`. */
  compileObject(type: GraphQLCompositeType, selections: readonly PlacedSelections[]): CompleteValue {
    const fields = collectFields(this.#source, type, selections);
    const constants = new Map<string, unknown>([
      ['failed', failed],
      ['invalid', invalid],
      ['reportGap', reportGap],
      ['addGap', addGap],
      ['typeName', type.name],
    ]);
    const parts = fields.map((field, index) => this.#fieldSource({ field, index, type, constants }));
    const entries = fields.map((field, index) => `[${JSON.stringify(field.responseName)}]: v${index}`);
    const body = `return function completeObject(input, run, path) {
      ${parts.join('\n')}
      return { ${entries.join(', ')} };
    }`;
    return compileSource<CompleteValue>(body, constants);
  }

  #fieldSource(options: FieldSourceOptions): string {
    const { field, index, type, constants } = options;
    const name = JSON.stringify(field.responseName);
    if (field.fieldName === '__schema' || field.fieldName === '__type') {
      return `const v${index} = run.introspection?.[${name}] ?? null;`;
    }
    const read = readSource('input', field.planName);
    if (field.fieldName === '__typename') {
      constants.set(`f${index}`, this.#typenameCompleter(type));
      return `const v${index} = f${index}(${read} ?? input.__typename);
        if (v${index} === null) {
          if (run.unanswered.get(input) !== "failed") addGap({ run, path, typeName, name: ${name} });
          return failed;
        }`;
    }
    constants.set(`f${index}`, this.#compileValue(field.type, field));
    return `let v${index} = ${read};
      if (${typeofTest(field.type, `v${index}`)}) {
        if (v${index} === undefined) reportGap(input, { run, path: { previous: path, key: ${name} }, typeName, name: ${name} });
        v${index} = f${index}(v${index} ?? null, run, { previous: path, key: ${name} });
        if (v${index} === invalid) return failed;
        if (v${index} === failed) v${index} = null;
      }`;
  }

  /** The name of the object's type where the API schema knows it. */
  #typenameCompleter(type: GraphQLCompositeType): (value: unknown) => string | null {
    const { schema } = this.#source;
    return (value) => {
      const known = typeof value === 'string' ? schema.getType(value) : undefined;
      const objectType = known ?? type;
      return isObjectType(objectType) ? objectType.name : null;
    };
  }

  #compileValue(type: GraphQLOutputType, field: CollectedField): CompleteValue {
    if (isNonNullType(type)) {
      const inner = this.#compileValue(type.ofType, field);
      return (value, run, path) => {
        const completed = inner(value, run, path);
        if (completed === null) {
          report(run, path, `Cannot return null for non-nullable ${describe(path, type.ofType, field)}.`);
        }
        return completed === null || completed === failed ? invalid : completed;
      };
    }
    if (isListType(type)) return this.#compileList(type.ofType, field);
    if (isCompositeType(type)) return this.#compileComposite(type, field);
    const isValid = leafTest(type);
    return (value, run, path) => {
      if (value === null || isValid(value)) return value;
      report(run, path, `Invalid value found for ${describe(path, type, field)}.`);
      return failed;
    };
  }

  #compileList(itemType: GraphQLOutputType, field: CollectedField): CompleteValue {
    const completeItem = this.#compileValue(itemType, field);
    return (value, run, path) => {
      if (value === null) return null;
      if (!Array.isArray(value)) {
        report(run, path, `Invalid value found for ${describe(path, itemType, field)}: it is no list.`);
        return failed;
      }
      const items = new Array<unknown>(value.length);
      let isInvalid = false;
      for (let index = 0; index < items.length; index++) {
        const item = completeItem(value[index] ?? null, run, { previous: path, key: index });
        if (item === invalid) isInvalid = true;
        items[index] = item === failed ? null : item;
      }
      return isInvalid ? failed : items;
    };
  }

  /** Whether objects of an abstract type differ in the fields that are selected of them. */
  #dependsOnType(type: GraphQLCompositeType, { selections }: CollectedField): boolean {
    if (!isAbstractType(type)) return false;
    const namesOf = (one: GraphQLCompositeType): string =>
      JSON.stringify(
        collectFields(this.#source, one, selections).map(({ responseName, planName }) => [responseName, planName]),
      );
    const names = namesOf(type);
    return this.#source.schema.getPossibleTypes(type).some((possible) => namesOf(possible) !== names);
  }

  /** Objects of one type need no look at `__typename` when it says what the schema says. */
  #compileComposite(type: GraphQLCompositeType, field: CollectedField): CompleteValue {
    const { schema } = this.#source;
    const { knownType } = field;
    const byName = new Map<string, CompleteValue | undefined>();
    const completerFor = (typename: string): CompleteValue | undefined => {
      if (byName.has(typename)) return byName.get(typename);
      const runtimeType = schema.getType(typename);
      const completer = isCompositeType(runtimeType) ? this.compileObject(runtimeType, field.selections) : undefined;
      // Names come from subgraphs: only those that the schema has are kept.
      if (completer !== undefined) byName.set(typename, completer);
      return completer;
    };
    let ownCompleter: CompleteValue | undefined;
    let isTyped: boolean | undefined;
    const dependsOnType = (): boolean => (isTyped ??= !isObjectType(knownType) && this.#dependsOnType(type, field));
    return (value, run, path) => {
      if (value === null) return null;
      if (typeof value !== 'object' || Array.isArray(value)) {
        report(run, path, `Invalid value found for ${describe(path, type, field)}: it is no object.`);
        return failed;
      }
      const typename = (value as { __typename?: unknown }).__typename; // It is an object, as tested above.
      if (typename === undefined || typename === null || typename === type.name) {
        // Where no subgraph has the object, it has only the fields that all types have.
        if (run.unanswered.get(value) !== 'unknown' && dependsOnType()) {
          reportGap(value, { run, path, typeName: type.name, name: '__typename' });
          return failed;
        }
        ownCompleter ??= this.compileObject(isObjectType(knownType) ? knownType : type, field.selections);
        return ownCompleter(value, run, path);
      }
      const completer = typeof typename === 'string' ? completerFor(typename) : undefined;
      if (completer !== undefined) return completer(value, run, path);
      report(run, path, `Invalid __typename found for object at ${describe(path, type, field)}.`);
      return failed;
    };
  }
}

interface FieldSourceOptions {
  readonly field: CollectedField;
  readonly index: number;
  readonly type: GraphQLCompositeType;
  readonly constants: Map<string, unknown>;
}

/** Reports that an object lacks a field, unless something else accounts for that. */
function reportGap(input: object, gap: Gap): void {
  if (!gap.run.unanswered.has(input)) addGap(gap);
}

interface Gap {
  readonly run: Run;
  readonly path: Path | undefined;
  readonly typeName: string;
  readonly name: string;
}

function addGap({ run, path, typeName, name }: Gap): void {
  run.gaps.push({ message: `No subgraph gave a value for the field "${name}" of ${typeName}.`, path: keysOf(path) });
}

function keysOf(path: Path | undefined): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let step = path; step !== undefined; step = step.previous) keys.unshift(step.key);
  return keys;
}

function report(run: Run, path: Path | undefined, message: string): void {
  run.problems.push({ message, path: keysOf(path) });
}

function describe(path: Path | undefined, type: GraphQLOutputType, field: CollectedField): string {
  return typeof path?.key === 'number'
    ? `array element of type ${type} at index ${path.key}`
    : `field ${field.parentType.name}.${field.responseName}`;
}
