import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import {
  type CollectedField,
  collectSelections,
  type DeferredSelections,
  type OperationSource,
  type TypedSelectionSet,
} from '../selection.js';
import {
  addGap,
  type CompleteValue,
  type Completion,
  type CompletionRequest,
  type DeferredObject,
  describe,
  keysOf,
  type Path,
  type Run,
  report,
  reportGap,
} from './completion-run.js';
import { completionTestSource, leafTest } from './leaf-values.js';
import { compileSource, ownValue, readSource } from './source-text.js';

export type Complete = (merged: Record<string, unknown>, request: CompletionRequest) => Completion;

/**
 * Compiles completion, the last step of an operation: it converts the merged results of all fetches to the response
 * data. It applies type conditions and the nullability of the API schema, and omits fields that only the plan needs.
 */
export function compileCompletion(source: OperationSource): Complete {
  let completeRoot: CompleteValue | undefined;
  return (merged, request) => {
    completeRoot ??= compileRoot(source);
    return completeObject({ complete: completeRoot, value: merged, path: undefined }, request);
  };
}

interface ObjectToComplete {
  readonly complete: CompleteValue;
  readonly value: object;
  readonly path: Path | undefined;
}

function completeObject({ complete, value, path }: ObjectToComplete, request: CompletionRequest): Completion {
  const run: Run = { ...request, problems: [], gaps: [], deferred: [] };
  const completed = complete(value, run, path);
  // An object of a known type is completed to a new object or to `failed`.
  const data = completed === failed ? null : (completed as Record<string, unknown>);
  return { data, problems: run.problems, gaps: run.gaps, deferred: run.deferred };
}

function compileRoot(source: OperationSource): CompleteValue {
  const { operation, schema } = source;
  const type = schema.getRootType(operation.operation);
  if (!type) throw new Error(`The schema has no type for ${operation.operation} operations`);
  const selections = [{ selectionSet: operation.selectionSet, type }];
  return new CompletionCompiler(source).compileObject(type, selections);
}

/** A null whose error was already reported. */
const failed = Symbol('failed');
/** A null at a non-null position; the parent becomes null too. */
const invalid = Symbol('invalid');

class CompletionCompiler {
  readonly #source: OperationSource;

  constructor(source: OperationSource) {
    this.#source = source;
  }

  /**
   * Compiles a function that completes objects of one type. The function returns a new object with the selected fields,
   * or `failed`.
   */
  compileObject(type: GraphQLCompositeType, selections: readonly TypedSelectionSet[]): CompleteValue {
    const { fields, deferred } = collectSelections(this.#source, type, selections);
    const constants = new Map<string, unknown>([
      ['failed', failed],
      ['invalid', invalid],
      ['reportGap', reportGap],
      ['addGap', addGap],
      ['typeName', type.name],
    ]);
    const parts = fields.map((field, index) => this.#fieldSource({ field, index, type, constants }));
    const entries = fields.map((field, index) => `[${JSON.stringify(field.responseName)}]: v${index}`);
    if (deferred.length > 0) {
      constants.set('addDeferred', this.#deferredAdder(type, deferred));
      parts.push('addDeferred(input, run, path);');
    }
    const body = `return function completeObject(input, run, path) {
      ${parts.join('\n')}
      return { ${entries.join(', ')} };
    }`;
    return compileSource<CompleteValue>(body, constants);
  }

  /**
   * Creates a function that records the deferred fragments of an object. A fragment is completed for the type that the
   * object has at delivery, because another subgraph may have returned a more specific type by then.
   */
  #deferredAdder(type: GraphQLCompositeType, deferred: readonly DeferredSelections[]) {
    const fragments = deferred.map(({ node, ...location }) => {
      const byType = new Map<GraphQLCompositeType, CompleteValue>();
      const completerFor = (value: object): CompleteValue => {
        const namedType = this.#source.schema.getType(String(ownValue(value, '__typename')));
        const objectType = isObjectType(namedType) ? namedType : type;
        const completer = byType.get(objectType) ?? this.compileObject(objectType, [location]);
        byType.set(objectType, completer);
        return completer;
      };
      return { node, completerFor };
    });
    return (value: object, run: Run, path: Path | undefined): void => {
      for (const { node, completerFor } of fragments) {
        const complete: DeferredObject['complete'] = (current, request) =>
          completeObject({ complete: completerFor(current), value: current, path }, request);
        run.deferred.push({ node, path: keysOf(path), value, complete });
      }
    };
  }

  #fieldSource(options: FieldSourceOptions): string {
    const { field, index, type, constants } = options;
    const name = JSON.stringify(field.responseName);
    if (field.fieldName === '__schema' || field.fieldName === '__type') {
      return `const v${index} = run.introspection?.[${name}] ?? null;`;
    }
    if (field.fieldName === '__typename') {
      // Objects whose type is known are completed for that type, with its name in the API schema.
      if (isObjectType(type)) return `const v${index} = typeName;`;
      return `if (run.incomplete.get(input) !== "failed") addGap(input, { run, path, typeName, name: ${name} });
        return failed;`;
    }
    const source = readSource('input', field.planName);
    constants.set(`f${index}`, this.#compileValue(field.type, field));
    return `let v${index} = ${source};
      if (${completionTestSource(field.type, `v${index}`)}) {
        if (v${index} === undefined) reportGap(input, { run, path: { previous: path, key: ${name} }, typeName, name: ${name} });
        v${index} = f${index}(v${index} ?? null, run, { previous: path, key: ${name} });
        if (v${index} === invalid) return failed;
        if (v${index} === failed) v${index} = null;
      }`;
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
        report(run, path, `Invalid value found for ${describe(path, itemType, field)}: it is not a list.`);
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

  /** Whether the selected fields of an abstract type depend on the object's type. */
  #dependsOnType(type: GraphQLCompositeType, { selections }: CollectedField): boolean {
    if (!isAbstractType(type)) return false;
    // Whatever applies to the abstract type applies to all possible types, too.
    const countOf = (compositeType: GraphQLCompositeType): number => {
      const { fields, deferred } = collectSelections(this.#source, compositeType, selections);
      return fields.length + deferred.length;
    };
    const count = countOf(type);
    return this.#source.schema.getPossibleTypes(type).some((possible) => countOf(possible) !== count);
  }

  /** Compiles the completion of objects by their `__typename`, with one function for each type that occurs. */
  #compileComposite(knownType: GraphQLCompositeType, field: CollectedField): CompleteValue {
    const { schema } = this.#source;
    // Subgraphs with interface objects return the name of the interface in the document.
    const type = isCompositeType(field.declaredType) ? field.declaredType : knownType;
    const byName = new Map<string, CompleteValue | undefined>();
    const completerFor = (typename: string): CompleteValue | undefined => {
      if (byName.has(typename)) return byName.get(typename);
      const runtimeType = schema.getType(typename);
      const completer = isCompositeType(runtimeType) ? this.compileObject(runtimeType, field.selections) : undefined;
      // Only names in the schema are cached, because they come from subgraphs.
      if (completer !== undefined) byName.set(typename, completer);
      return completer;
    };
    let ownCompleter: CompleteValue | undefined;
    let isTyped: boolean | undefined;
    const dependsOnType = (): boolean => (isTyped ??= !isObjectType(knownType) && this.#dependsOnType(type, field));
    return (value, run, path) => {
      if (value === null) return null;
      if (typeof value !== 'object' || Array.isArray(value)) {
        report(run, path, `Invalid value found for ${describe(path, type, field)}: it is not an object.`);
        return failed;
      }
      const typename = (value as { __typename?: unknown }).__typename; // The value is an object, as tested above.
      if (typename === undefined || typename === null || typename === type.name) {
        // An object that no subgraph knows has only the fields that all types have, so its type is not needed.
        if (run.incomplete.get(value) !== 'unknown' && dependsOnType()) {
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
