import {
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
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
 * Compiles the serialization of leaves, and of lists of leaves, for an operation's result. graphql-jit can do it, but
 * allocates for every leaf; here, a leaf that is already serialized costs a `typeof`.
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
  if (isLeafType(type)) {
    constants.set(`f${index}`, createLeafSerializer(type));
    const test = isEnumType(type) ? enumTest(type, `n${index}`, constants) : serializedFormTests[type.name];
    const isWrong = test === undefined ? '' : ` && !(${test.replaceAll('$', `v${index}`)})`;
    return `${read}\nif (${isThere}${isWrong}) f${index}(object, ${name}, path, failures);`;
  }
  if (isListType(type) && isLeafType(getNullableType(type.ofType))) {
    constants.set(`f${index}`, createListSerializer(type, field));
    return `${read}\nif (${isThere}) f${index}(object, ${name}, path, failures);`;
  }
  const inner = isCompositeType(named)
    ? compileObject(source, isAbstractType(named) ? source.schema.getPossibleTypes(named) : [named], field.selections)
    : undefined;
  const complete = isListType(type) ? compileList({ itemType: type.ofType, inner, field }) : inner;
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
  constants.set(constant, serializedEnumNames(type));
  return `${constant}.has($)`;
}

function serializedEnumNames(type: GraphQLEnumType): ReadonlySet<unknown> {
  const values = type.getValues().filter(({ name, value }) => name === value);
  return new Set(values.map(({ name }) => name));
}

type SerializeLeaf = (parent: object, key: string | number, path: Path | undefined, failures: LeafFailure[]) => void;

/** An object by its names, or a list by its indexes. */
type Parent = Record<string | number, unknown>;

/** Serializes the value under a key, in place. */
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
      failures.push({ path: [...stepsOf(path), key], error });
    }
  };
}

/**
 * Serializes the list of leaves under a key. Most lists need no change, and are those of the resolved objects; others
 * are copied.
 */
function createListSerializer(type: GraphQLList<GraphQLOutputType>, { parentType, fieldName }: CollectedField) {
  const itemType = getNullableType(type.ofType) as GraphQLLeafType; // The caller has checked it.
  const isSerialized = serializedItemTest(itemType);
  const serializeItem = createLeafSerializer(itemType);
  const requiresItems = isNonNullType(type.ofType);
  const gap = `Cannot return null for non-nullable field ${parentType}.${fieldName}.`;
  const noList = `Expected Iterable, but did not find one for field "${parentType}.${fieldName}".`;

  return ((parent, key, path, failures) => {
    const values = parent as Parent;
    const list = values[key];
    if (Array.isArray(list) && list.every(isSerialized)) return;
    if (!isIterableObject(list)) {
      values[key] = null;
      failures.push({ path: [...stepsOf(path), key], error: list instanceof Error ? list : new Error(noList) });
      return;
    }
    const items: unknown[] = [...list];
    values[key] = items;
    const itemPath = { previous: path, key };
    for (let index = 0; index < items.length; index++) {
      items[index] ??= null;
      if (items[index] !== null) serializeItem(items, index, itemPath, failures);
      else if (requiresItems) failures.push({ path: [...stepsOf(itemPath), index], error: new Error(gap) });
    }
  }) satisfies SerializeLeaf;
}

function isIterableObject(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** A test whether an item of a list needs no serialization. */
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
    const items = lists as unknown[]; // Compiled queries make arrays of all other lists.
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item !== null && item !== undefined) serializeList(items, index, path, failures);
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
