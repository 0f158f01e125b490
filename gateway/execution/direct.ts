import type { FetchNode, QueryPlan } from '@apollo/query-planner';
import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  type OperationDefinitionNode,
  specifiedScalarTypes,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { namedTypeOf } from './planning/join-directives.js';

/**
 * The only fetch of a plan, if its subgraph can execute the client's operation unchanged and the result needs no
 * completion; otherwise undefined.
 */
export function findDirectFetch({ plan, ...operation }: DirectOperation & { plan: QueryPlan }): FetchNode | undefined {
  const { node } = plan;
  return node?.kind === 'Fetch' && isDirect(node, operation) ? node : undefined;
}

/** Whether the subgraph of a fetch can execute the client's operation unchanged. */
export function isDirect(fetch: FetchNode, { document, apiSchema, subgraphSchemas }: DirectOperation): boolean {
  if (fetch.requires || fetch.inputRewrites || fetch.outputRewrites || fetch.contextRewrites) return false;
  const subgraphSchema = subgraphSchemas.get(fetch.serviceName);
  if (subgraphSchema === undefined || validate(subgraphSchema, document).length > 0) return false;
  return hasSameMeaning(document, apiSchema, subgraphSchema);
}

interface DirectOperation {
  /** The client's operation with its fragments. */
  readonly document: DocumentNode;
  readonly apiSchema: GraphQLSchema;
  /** The subgraphs' parts of the supergraph as schemas, by subgraph name. */
  readonly subgraphSchemas: Pick<ReadonlyMap<string, GraphQLSchema>, 'get'>;
}

/**
 * Whether the subgraph accepts the same variables as the graph, so it is sufficient if one of them validates the
 * variables. Custom scalars are treated as equal, because only the subgraph validates them.
 */
export function acceptsSameVariables(options: {
  readonly operation: OperationDefinitionNode;
  readonly apiSchema: GraphQLSchema;
  readonly subgraphSchema: GraphQLSchema;
}): boolean {
  const comparedTypes = new Set(specifiedScalarTypes.map(({ name }) => name));
  const isSame = (name: string): boolean => {
    if (comparedTypes.has(name)) return true;
    comparedTypes.add(name);
    const [type, other] = [options.apiSchema.getType(name), options.subgraphSchema.getType(name)];
    if (isScalarType(type)) return isScalarType(other);
    if (isEnumType(type)) return isEnumType(other) && namesOf(type.getValues()) === namesOf(other.getValues());
    if (!isInputObjectType(type) || !isInputObjectType(other)) return false;
    const fields = Object.values(type.getFields());
    return (
      type.isOneOf === other.isOneOf &&
      describe(type) === describe(other) &&
      fields.every((field) => isSame(getNamedType(field.type).name))
    );
  };
  return (options.operation.variableDefinitions ?? []).every(({ type }) => isSame(namedTypeOf(type)));
}

function namesOf(values: readonly { readonly name: string }[]): string {
  return values
    .map(({ name }) => name)
    .sort()
    .join(' ');
}

/** Describes the fields, types and defaults of an input type as text. */
function describe(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields()).map(
    ({ name, type, defaultValue }) => `${name}: ${type} = ${JSON.stringify(defaultValue)}`,
  );
  return fields.sort().join('\n');
}

/** Whether every type that the operation uses means the same in the API schema and in the subgraph. */
function hasSameMeaning(document: DocumentNode, apiSchema: GraphQLSchema, subgraphSchema: GraphQLSchema): boolean {
  const typeInfo = new TypeInfo(subgraphSchema);
  let isSame = true;
  const check = (): void => {
    const type = getNamedType(typeInfo.getType());
    if (type && !isSameType(type, apiSchema, subgraphSchema)) isSame = false;
  };
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(node) {
        check();
        // The subgraph's root types may have other names than the graph's.
        const parent = typeInfo.getParentType();
        if (node.name.value.startsWith('__') && isRootType(parent, subgraphSchema)) isSame = false;
      },
      InlineFragment: check,
      FragmentDefinition: check,
    }),
  );
  return isSame;
}

function isRootType(type: GraphQLCompositeType | null | undefined, schema: GraphQLSchema): boolean {
  return type === schema.getQueryType() || type === schema.getMutationType();
}

function isSameType(type: GraphQLNamedType, apiSchema: GraphQLSchema, subgraphSchema: GraphQLSchema): boolean {
  const apiType = apiSchema.getType(type.name);
  if (isEnumType(type)) {
    return isEnumType(apiType) && type.getValues().every((value) => apiType.getValue(value.name) !== undefined);
  }
  if (!isCompositeType(type)) return true;
  if (!isCompositeType(apiType) || isObjectType(type) !== isObjectType(apiType)) return false;
  if (!isAbstractType(type)) return true;
  // Inaccessible types, and interface objects of other subgraphs, require completion by the gateway.
  const visibleTypes = isAbstractType(apiType)
    ? apiSchema.getPossibleTypes(apiType).map((possible) => possible.name)
    : [];
  return subgraphSchema.getPossibleTypes(type).every((possible) => visibleTypes.includes(possible.name));
}
