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
// What graphql-js itself decides the order of an answer by. Not part of its interface, but its version is pinned.
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { expect } from 'vitest';
import type { RandomOperation } from '../random-operations.js';

/**
 * Every object of the data has the fields that graphql-js gives it for the operation, in the same order (GraphQL specification,
 * "Serialized Map Ordering"). Of objects whose type is one of several, the order that one of those types has, or one of which no more
 * is known than the type that was asked: entities of subgraphs that know them by their interface only.
 */
export function expectOrder(schema: GraphQLSchema, { document, variables }: RandomOperation, data: unknown): void {
  const parsed = parse(document);
  const operation = getOperationAST(parsed);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('The document has no operation that the schema knows');
  const fragments = Object.fromEntries(
    parsed.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
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
    const named = getNamedType(type);
    if (typeof value !== 'object' || value === null || !isCompositeType(named)) return true;
    const types = isAbstractType(named) ? [...this.#schema.getPossibleTypes(named), named] : [named];
    return types.some((one) => this.#isKeptInside(value, one, nodes));
  }

  #isKeptInside(object: object, type: GraphQLCompositeType, nodes: readonly FieldNode[]): boolean {
    // It looks at conditions of types only, which abstract types meet as well.
    const asked = collectSubfields(this.#schema, this.#fragments, this.#variables, type as GraphQLObjectType, nodes);
    if (Object.keys(object).join() !== [...asked.keys()].join()) return false;
    return Object.entries(object).every(([name, value]) => {
      const inner = asked.get(name) ?? [];
      const field = inner[0]?.name.value ?? '';
      if (field === '__typename') return value === type.name;
      const definition = 'getFields' in type ? type.getFields()[field] : undefined;
      return definition !== undefined && this.isKept(value, definition.type, inner);
    });
  }
}
