import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  typeFromAST,
  visit,
} from 'graphql';

/** A query that is executed to compare engines. */
export interface SampleQuery {
  readonly name: string;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/** Fields that send requests to external servers. */
const externalFields: ReadonlySet<string> = new Set(['rdap', 'rdapDossier']);

/**
 * Returns the queries in these documents with values for required variables: the value in `knownValues` with the
 * variable's name, otherwise a placeholder. Omits mutations, and queries that would send requests to external servers.
 */
export function sampleQueries(
  documents: readonly string[],
  { schema, knownValues }: { schema: GraphQLSchema; knownValues: Readonly<Record<string, unknown>> },
): SampleQuery[] {
  return documents.flatMap((source) => {
    const document = parse(source);
    if (queriesThirdParties(document)) return [];
    return document.definitions.filter(isQuery).map((operation) => ({
      name: operation.name?.value ?? 'an unnamed query',
      document,
      operationName: operation.name?.value,
      variables: requiredVariables(operation, { schema, knownValues }),
    }));
  });
}

function isQuery(definition: DocumentNode['definitions'][number]): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY;
}

function queriesThirdParties(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      found ||= externalFields.has(name.value);
    },
  });
  return found;
}

function requiredVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  { schema, knownValues }: { schema: GraphQLSchema; knownValues: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of variableDefinitions) {
    if (type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined) continue;
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type as never) as GraphQLInputType | undefined; // The type of a variable.
    values[name] = knownValues[name] ?? (inputType && placeholder(inputType));
  }
  return values;
}

/** A valid value of the type. */
function placeholder(type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return isNonNullType(inner.ofType) ? [placeholder(inner.ofType)] : [];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, placeholder(field.type)]));
  }
  return placeholders[inner.name] ?? 'sample';
}

const placeholders: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
};
