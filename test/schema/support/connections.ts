import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';

/** The violations of the GraphQL Cursor Connections Specification (relay.dev) in a schema, one line each. */
export function connectionFaults(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !isIntrospectionType(type));
  return types.flatMap((type) => {
    if (!isObjectType(type)) return [];
    const fields = Object.values(type.getFields()).flatMap((field) => fieldFaults(type, field));
    if (type.name === 'PageInfo') return [...fields, ...pageInfoFaults(type)];
    return looksLikeConnection(type) ? [...fields, ...typeFaults(type)] : fields;
  });
}

function looksLikeConnection(type: GraphQLObjectType): boolean {
  return type.name.endsWith('Connection') || type.getFields().edges !== undefined;
}

/** Sections 2 and 3: the connection type and its edges, and additionally `nodes`. */
function typeFaults(type: GraphQLObjectType): string[] {
  const { edges, nodes, pageInfo } = type.getFields();
  const faults = type.name.endsWith('Connection') ? [] : [`${type.name}: has edges, but is not named a connection`];
  if (String(pageInfo?.type) !== 'PageInfo!') faults.push(`${type.name}.pageInfo: must be PageInfo!`);
  const edge = listedObject(edges);
  if (edge === undefined) return [...faults, `${type.name}.edges: must be a list of edges`];
  const { cursor, node } = edge.getFields();
  if (edge.name !== type.name.replace(/Connection$/, 'Edge')) faults.push(`${edge.name}: not named as its connection`);
  if (String(cursor?.type) !== 'String!') faults.push(`${edge.name}.cursor: must be String!`);
  if (node === undefined || isListType(getNullableType(node.type)))
    faults.push(`${edge.name}.node: must be one object`);
  if (node !== undefined && listedObject(nodes) !== getNamedType(node.type)) {
    faults.push(`${type.name}.nodes: must be a list of what the edges hold`);
  }
  return faults;
}

/** Section 5. */
function pageInfoFaults(type: GraphQLObjectType): string[] {
  const types = { hasPreviousPage: 'Boolean!', hasNextPage: 'Boolean!', startCursor: 'String', endCursor: 'String' };
  return Object.entries(types).flatMap(([name, written]) =>
    String(type.getFields()[name]?.type) === written ? [] : [`PageInfo.${name}: must be ${written}`],
  );
}

/** Section 4: `first` and `after` on fields that return a connection, and both or neither of `last` and `before`. */
function fieldFaults(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string[] {
  const returned = getNamedType(field.type);
  const argument = (name: string): string | undefined => {
    const definition = field.args.find((candidate) => candidate.name === name);
    return definition === undefined ? undefined : String(definition.type);
  };
  const faults: string[] = [];
  const fault = (reason: string): void => void faults.push(`${type.name}.${field.name}: ${reason}`);
  const [first, last] = [argument('first'), argument('last')];
  if (first !== undefined && !/^Int!?$/.test(first)) fault('`first` must be an Int');
  if (!isObjectType(returned) || !looksLikeConnection(returned)) {
    // A page of a documented path has its own kind of cursor.
    if (argument('after') !== undefined && !returned.name.endsWith('Page')) fault('`after` without a connection');
    return faults;
  }
  if (isListType(getNullableType(field.type))) fault('must be one connection, not a list');
  if (first === undefined) fault('needs `first`');
  if (argument('after') !== 'String') fault('needs `after: String`');
  if ((last === undefined) !== (argument('before') === undefined)) fault('needs both `last` and `before`, or neither');
  if (argument('offset') !== undefined) fault('has an offset alongside its cursors');
  return faults;
}

function listedObject(field: GraphQLField<unknown, unknown> | undefined): GraphQLObjectType | undefined {
  if (field === undefined || !isListType(getNullableType(field.type))) return undefined;
  const type = getNamedType(field.type);
  return isObjectType(type) ? type : undefined;
}
