import {
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isSpecifiedScalarType,
} from 'graphql';
import { compileSource, readSource } from '../compiled/source-text.js';
import { collectForTypes } from '../merged-selection.js';
import type { CollectedField, OperationSource, PlacedSelections } from '../selection.js';

/** A leaf whose value is invalid for its type. */
export interface LeafFailure {
  readonly path: readonly (string | number)[];
  readonly error: unknown;
}

/** Serializes leaves in place; returns the invalid ones. */
export type CompleteLeaves = (data: Record<string, unknown>) => readonly LeafFailure[];

interface Path {
  readonly previous: Path | undefined;
  readonly key: string | number;
}

type LeafCompleter = (value: unknown, path: Path | undefined, failures: LeafFailure[]) => void;

/**
 * Compiles the serialization of enums and of the specified scalars for an operation's result. graphql-jit can do it,
 * but allocates for every leaf; here, a leaf that is already serialized costs a `typeof`.
 */
export function compileLeaves(source: OperationSource): CompleteLeaves {
  const type = source.schema.getRootType(source.operation.operation);
  if (!type) throw new Error(`The schema has no type for ${source.operation.operation} operations`);
  const complete = compileObject(source, [type], [{ selectionSet: source.operation.selectionSet, type }]);
  return (data) => {
    const failures: LeafFailure[] = [];
    complete?.(data, undefined, failures);
    return failures;
  };
}

/** Compiles the serialization of the leaves of an object; undefined if there is nothing to serialize. */
function compileObject(
  source: OperationSource,
  types: readonly GraphQLCompositeType[],
  selections: readonly PlacedSelections[],
): LeafCompleter | undefined {
  const constants = new Map<string, unknown>();
  const parts = collectForTypes(source, types, selections).map((field, index) =>
    fieldSource({ source, field, index, constants }),
  );
  if (constants.size === 0) return undefined;
  const body = `return function completeLeaves(object, path, failures) {\n${parts.join('\n')}\n}`;
  return compileSource<LeafCompleter>(body, constants);
}

interface FieldSourceOptions {
  readonly source: OperationSource;
  readonly field: CollectedField;
  readonly index: number;
  readonly constants: Map<string, unknown>;
}

function fieldSource({ source, field, index, constants }: FieldSourceOptions): string {
  const type: GraphQLOutputType = getNullableType(field.type);
  const named: GraphQLNamedOutputType = getNamedType(field.type);
  if (field.fieldName === '__typename') return '';
  const name = JSON.stringify(field.responseName);
  const read = `const v${index} = ${readSource('object', field.responseName)};`;
  const isThere = `v${index} !== null && v${index} !== undefined`;
  if (!isListType(type) && !isCompositeType(type)) {
    if (!isEnumType(type) && !isSpecifiedScalarType(type)) return '';
    constants.set(`f${index}`, createLeafSerializer(type));
    const test = isEnumType(type) ? enumTest(type, `n${index}`, constants) : serializedFormTests[type.name];
    const isWrong = test === undefined ? '' : ` && !(${test.replaceAll('$', `v${index}`)})`;
    return `${read}\nif (${isThere}${isWrong}) f${index}(object, ${name}, path, failures);`;
  }
  const inner = isCompositeType(named)
    ? compileObject(source, isAbstractType(named) ? source.schema.getPossibleTypes(named) : [named], field.selections)
    : undefined;
  const complete = isListType(type) ? compileList(type.ofType, inner) : inner;
  if (complete === undefined) return '';
  constants.set(`f${index}`, complete);
  return `${read}\nif (${isThere}) f${index}(v${index}, { previous: path, key: ${name} }, failures);`;
}

/** Source text of a test whether a value, `$`, already has the serialized form. */
const serializedFormTests: Readonly<Record<string, string>> = {
  String: 'typeof $ === "string"',
  ID: 'typeof $ === "string"',
  Boolean: 'typeof $ === "boolean"',
  Int: '($ | 0) === $',
  Float: 'Number.isFinite($)',
};

/** Source text of a test whether a value is one of an enum that equals its name. */
function enumTest(type: GraphQLEnumType, constant: string, constants: Map<string, unknown>): string {
  const values = type.getValues().filter(({ name, value }) => name === value);
  constants.set(constant, new Set(values.map(({ name }) => name)));
  return `${constant}.has($)`;
}

type SerializeLeaf = (parent: object, key: string | number, path: Path | undefined, failures: LeafFailure[]) => void;

/** Serializes the value under a key, in place. */
function createLeafSerializer(type: GraphQLLeafType): SerializeLeaf {
  return (parent, key, path, failures) => {
    const values = parent as Record<string | number, unknown>; // An object by its names, or a list by its indexes.
    try {
      values[key] = type.serialize(values[key]) ?? null;
    } catch (error) {
      values[key] = null;
      failures.push({ path: [...stepsOf(path), key], error });
    }
  };
}

function compileList(itemType: GraphQLOutputType, inner: LeafCompleter | undefined): LeafCompleter | undefined {
  const type: GraphQLOutputType = getNullableType(itemType);
  if (isListType(type)) return completeItems(compileList(type.ofType, inner));
  if (isCompositeType(type)) return completeItems(inner);
  if (!isEnumType(type) && !isSpecifiedScalarType(type)) return undefined;
  const fix = createLeafSerializer(type);
  const isPlainString = type.name === 'String' || type.name === 'ID';
  return (list, path, failures) => {
    const items = list as unknown[]; // Compiled queries make arrays of all lists.
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item === null || item === undefined || (isPlainString && typeof item === 'string')) continue;
      fix(items, index, path, failures);
    }
  };
}

function completeItems(complete: LeafCompleter | undefined): LeafCompleter | undefined {
  if (complete === undefined) return undefined;
  return (list, path, failures) => {
    const items = list as unknown[]; // As above.
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item !== null && item !== undefined) complete(item, { previous: path, key: index }, failures);
    }
  };
}

function stepsOf(path: Path | undefined): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let step = path; step !== undefined; step = step.previous) steps.unshift(step.key);
  return steps;
}
