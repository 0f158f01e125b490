import {
  buildASTSchema,
  type GraphQLFieldResolver,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isObjectType,
  isScalarType,
  parse,
  valueFromASTUntyped,
} from 'graphql';

type TypeResolvers = Readonly<Record<string, unknown>>;

/** Creates a schema with resolvers, scalar parsers and enum values, by type. */
export function makeExecutableSchema(options: {
  typeDefs: string;
  resolvers: Readonly<Record<string, TypeResolvers>>;
}): GraphQLSchema {
  const schema = buildASTSchema(parse(options.typeDefs));
  for (const [name, resolvers] of Object.entries(options.resolvers)) {
    const type = schema.getType(name);
    if (isScalarType(type)) setScalar(type, resolvers);
    else if (isEnumType(type)) setEnumValues(type.getValues(), resolvers);
    else if (isObjectType(type)) {
      for (const [field, resolve] of Object.entries(resolvers)) {
        const definition = type.getFields()[field];
        if (definition) definition.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
      }
    }
  }
  return schema;
}

function setScalar(type: GraphQLScalarType, resolvers: TypeResolvers): void {
  Object.assign(type, resolvers);
  type.parseLiteral = (node, variables) => type.parseValue(valueFromASTUntyped(node, variables));
}

function setEnumValues(values: readonly { name: string; value: unknown }[], resolvers: TypeResolvers): void {
  for (const value of values) value.value = resolvers[value.name];
}
