import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isCompositeType,
  Kind,
  parse,
} from 'graphql';
// The function by which graphql-js orders fields. It is not public, but the version is pinned.
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { expect } from 'vitest';
import type { RandomOperation } from '../random-operations.js';

/**
 * Expects every object of the data to have its fields in the order of graphql-js (GraphQL specification, "Serialized
 * Map Ordering"). For objects of abstract types, the order of one of the possible types, or of the abstract type
 * itself, because some subgraphs know entities only by their interface.
 */
export function expectFieldOrder(schema: GraphQLSchema, { document, variables }: RandomOperation, data: unknown): void {
  const parsed = parse(document);
  const operation = getOperationAST(parsed);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('The document has no operation that the schema knows');
  const fragments = Object.fromEntries(
    parsed.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  const node: FieldNode = { ...operation, kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'data' } };
  const isKept = new OrderOfFields(schema, fragments, coerced).isKept(data, root, [node]);
  expect(isKept, `the order of ${document} in ${JSON.stringify(data)}`).toBe(true);
}

class OrderOfFields {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;

  constructor(
    schema: GraphQLSchema,
    fragments: Record<string, FragmentDefinitionNode>,
    variables: Record<string, unknown>,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  isKept(value: unknown, type: GraphQLOutputType, nodes: readonly FieldNode[]): boolean {
    if (Array.isArray(value)) return value.every((item) => this.isKept(item, type, nodes));
    const namedType = getNamedType(type);
    if (typeof value !== 'object' || value === null || !isCompositeType(namedType)) return true;
    const types = isAbstractType(namedType) ? [...this.#schema.getPossibleTypes(namedType), namedType] : [namedType];
    return types.some((candidate) => this.#isKeptInside(value, candidate, nodes));
  }

  #isKeptInside(object: object, type: GraphQLCompositeType, nodes: readonly FieldNode[]): boolean {
    // It only checks type conditions, which abstract types can satisfy too.
    const subfields = collectSubfields(
      this.#schema,
      this.#fragments,
      this.#variables,
      type as GraphQLObjectType,
      nodes,
    );
    if (Object.keys(object).join() !== [...subfields.keys()].join()) return false;
    return Object.entries(object).every(([name, value]) => {
      const inner = subfields.get(name) ?? [];
      const field = inner[0]?.name.value ?? '';
      if (field === '__typename') return value === type.name;
      const definition = 'getFields' in type ? type.getFields()[field] : undefined;
      return definition !== undefined && this.isKept(value, definition.type, inner);
    });
  }
}
