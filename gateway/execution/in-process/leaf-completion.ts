import {
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLOutputType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { keysOf, type Path } from '../compiled/completion-run.js';
import { compileSource, readSource } from '../compiled/source-text.js';
import { collectForTypes } from '../merged-selection.js';
import type { CollectedField, OperationSource, TypedSelectionSet } from '../selection.js';

/** A leaf whose value is invalid for its type. */
export interface LeafFailure {
  readonly path: readonly (string | number)[];
  readonly error: unknown;
}

/** Serializes the leaves of a result in place, and returns those with an invalid value. */
export type CompleteLeaves = (data: Record<string, unknown>) => readonly LeafFailure[];

type LeafCompleter = (value: unknown, path: Path | undefined, failures: LeafFailure[]) => void;

/**
 * Compiles the serialization of leaves, and of lists of leaves, in an operation's result. graphql-jit could serialize
 * leaves, but allocates memory for each one; here, a leaf that is already serialized costs one `typeof`.
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
  selections: readonly TypedSelectionSet[],
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
  const namedType = field.declaredType;
  if (field.fieldName === '__typename') return '';
  const name = JSON.stringify(field.responseName);
  const declaration = `const v${index} = ${readSource('object', field.responseName)};`;
  const isPresent = `v${index} !== null && v${index} !== undefined`;
  if (isLeafType(type)) {
    constants.set(`f${index}`, createLeafSerializer(type));
    const test = isEnumType(type) ? enumTest(type, `n${index}`, constants) : serializedFormTests[type.name];
    const isNotSerialized = test === undefined ? '' : ` && !(${test.replaceAll('$', `v${index}`)})`;
    return `${declaration}\nif (${isPresent}${isNotSerialized}) f${index}(object, ${name}, path, failures);`;
  }
  if (isListType(type) && isLeafType(getNullableType(type.ofType))) {
    constants.set(`f${index}`, createListSerializer(type, field));
    return `${declaration}\nif (${isPresent}) f${index}(object, ${name}, path, failures);`;
  }
  const inner = isCompositeType(namedType)
    ? compileObject(
        source,
        isAbstractType(namedType) ? source.schema.getPossibleTypes(namedType) : [namedType],
        field.selections,
      )
    : undefined;
  const complete = isListType(type) ? compileList({ itemType: type.ofType, inner, field }) : inner;
  if (complete === undefined) return '';
  constants.set(`f${index}`, complete);
  return `${declaration}\nif (${isPresent}) f${index}(v${index}, { previous: path, key: ${name} }, failures);`;
}

/** Source texts of expressions that test whether a value, written as `$`, is already serialized, by scalar name. */
const serializedFormTests: Readonly<Record<string, string>> = {
  String: 'typeof $ === "string"',
  ID: 'typeof $ === "string"',
  Boolean: 'typeof $ === "boolean"',
  Int: '($ | 0) === $',
  Float: 'Number.isFinite($)',
};

/** Source text of an expression that tests whether a value is an enum value that equals its name. */
function enumTest(type: GraphQLEnumType, constant: string, constants: Map<string, unknown>): string {
  constants.set(constant, serializedEnumNames(type));
  return `${constant}.has($)`;
}

function serializedEnumNames(type: GraphQLEnumType): ReadonlySet<unknown> {
  const values = type.getValues().filter(({ name, value }) => name === value);
  return new Set(values.map(({ name }) => name));
}

type SerializeLeaf = (parent: object, key: string | number, path: Path | undefined, failures: LeafFailure[]) => void;

/** A container of leaves: an object by field names, or a list by indexes. */
type Parent = Record<string | number, unknown>;

/** Creates a function that serializes the leaf at a key in place. */
function createLeafSerializer(type: GraphQLLeafType): SerializeLeaf {
  return (parent, key, path, failures) => {
    const values = parent as Parent;
    const value = values[key];
    try {
      if (value instanceof Error) throw value;
      const serialized = type.serialize(value) ?? null;
      if (serialized === null) throw new Error(`Expected \`${type}.serialize\` to return a value, returned: null`);
      values[key] = serialized;
    } catch (error) {
      values[key] = null;
      failures.push({ path: [...keysOf(path), key], error });
    }
  };
}

/**
 * Creates a function that serializes the list of leaves at a key. Lists belong to the resolved objects, so a list that
 * needs changes is copied; most need none.
 */
function createListSerializer(type: GraphQLList<GraphQLOutputType>, { parentType, fieldName }: CollectedField) {
  const itemType = getNullableType(type.ofType) as GraphQLLeafType; // The caller checks this.
  const isSerialized = serializedItemTest(itemType);
  const serializeItem = createLeafSerializer(itemType);
  const requiresItems = isNonNullType(type.ofType);
  const gap = `Cannot return null for non-nullable field ${parentType}.${fieldName}.`;
  const notIterable = `Expected Iterable, but did not find one for field "${parentType}.${fieldName}".`;

  return ((parent, key, path, failures) => {
    const values = parent as Parent;
    const list = values[key];
    if (Array.isArray(list) && list.every(isSerialized)) return;
    if (!isIterableObject(list)) {
      values[key] = null;
      failures.push({ path: [...keysOf(path), key], error: list instanceof Error ? list : new Error(notIterable) });
      return;
    }
    const items: unknown[] = [...list];
    values[key] = items;
    const itemPath = { previous: path, key };
    for (let index = 0; index < items.length; index++) {
      items[index] ??= null;
      if (items[index] !== null) serializeItem(items, index, itemPath, failures);
      else if (requiresItems) failures.push({ path: [...keysOf(itemPath), index], error: new Error(gap) });
    }
  }) satisfies SerializeLeaf;
}

function isIterableObject(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Returns a function that tests whether a list item is already serialized. */
function serializedItemTest(type: GraphQLLeafType): (item: unknown) => boolean {
  if (type.name === 'String' || type.name === 'ID') return (item) => typeof item === 'string';
  if (!isEnumType(type)) return () => false;
  const names = serializedEnumNames(type);
  return (item) => names.has(item);
}

function compileList(options: {
  itemType: GraphQLOutputType;
  inner: LeafCompleter | undefined;
  field: CollectedField;
}): LeafCompleter | undefined {
  const { itemType, inner, field } = options;
  const type: GraphQLOutputType = getNullableType(itemType);
  if (!isListType(type)) return completeItems(inner);
  if (!isLeafType(getNullableType(type.ofType)))
    return completeItems(compileList({ ...options, itemType: type.ofType }));
  const serializeList = createListSerializer(type, field);
  return (lists, path, failures) => {
    const items = lists as unknown[]; // Compiled queries convert all lists except lists of leaves to arrays.
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item !== null && item !== undefined) serializeList(items, index, path, failures);
    }
  };
}

function completeItems(complete: LeafCompleter | undefined): LeafCompleter | undefined {
  if (complete === undefined) return undefined;
  return (list, path, failures) => {
    const items = list as unknown[]; // Compiled queries convert all lists except lists of leaves to arrays.
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item !== null && item !== undefined) complete(item, { previous: path, key: index }, failures);
    }
  };
}
