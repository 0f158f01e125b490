import assert from 'node:assert/strict';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

interface Shape {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** Asserts that the data of a response has the types of the schema, and only selected fields. */
export function assertShape(schema: GraphQLSchema, document: DocumentNode, data: unknown): void {
  const operations = document.definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operations;
  if (operations.length !== 1 || operation === undefined || data === null || data === undefined) return;
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  if (root)
    assertObject({ schema, fragments }, { type: root, sets: [operation.selectionSet], value: data, path: root.name });
}

function assertObject(
  shape: Shape,
  input: { type: GraphQLObjectType; sets: readonly SelectionSetNode[]; value: unknown; path: string },
): void {
  const { type, sets, value, path } = input;
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is not an object`);
  const fields = collectFields(shape, { type, sets, into: new Map() });
  for (const [key, item] of Object.entries(value)) {
    const nodes = fields.get(key);
    assert.ok(nodes !== undefined, `${path} has ${key}, which was not selected`);
    const name = nodes[0]?.name.value ?? '';
    if (name === '__typename') assert.equal(item, type.name);
    if (name.startsWith('__')) continue;
    const definition = type.getFields()[name];
    assert.ok(definition !== undefined, `${path} has ${key}, which is not in the schema`);
    const below = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
    assertValue(shape, { type: definition.type, sets: below, value: item, path: `${path}.${key}` });
  }
}

function assertValue(
  shape: Shape,
  input: { type: GraphQLOutputType; sets: readonly SelectionSetNode[]; value: unknown; path: string },
): void {
  const { type, sets, value, path } = input;
  if (isNonNullType(type)) {
    assert.ok(value !== null && value !== undefined, `${path} is null, but its type is non-null`);
    assertValue(shape, { ...input, type: type.ofType });
  } else if (value === null) return;
  else if (isListType(type)) {
    assert.ok(Array.isArray(value), `${path} is not a list`);
    for (const item of value) assertValue(shape, { type: type.ofType, sets, value: item, path: `${path}[]` });
  } else if (isObjectType(type)) assertObject(shape, { type, sets, value, path });
  else if (isLeafType(type)) assertLeaf(type, value, path);
}

const leaves: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31, // isInteger implies a number.
  Float: (value) => typeof value === 'number',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

function assertLeaf(type: GraphQLOutputType & { name: string }, value: unknown, path: string): void {
  if (isEnumType(type))
    assert.ok(type.getValue(String(value)), `${path} is ${value}, which is not a value of ${type.name}`);
  else
    assert.ok(
      leaves[type.name]?.(value) ?? true,
      `${path} is ${JSON.stringify(value)}, which is not a valid ${type.name}`,
    );
}

/** Fields by response name, including those excluded by directives. */
function collectFields(
  shape: Shape,
  input: { type: GraphQLObjectType; sets: readonly SelectionSetNode[]; into: Map<string, FieldNode[]> },
): Map<string, FieldNode[]> {
  const { type, sets, into } = input;
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        into.set(key, [...(into.get(key) ?? []), selection]);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : shape.fragments.get(selection.name.value);
      if (fragment !== undefined) collectFields(shape, { type, sets: [fragment.selectionSet], into });
    }
  }
  return into;
}
