import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { resolveEntities } from './entities.js';
import { settledList } from './promises.js';

/** Name of the scalar type of variables that are coerced before the compiled query runs. */
export const coercedTypeName = 'RampartCoerced';

const coercedType = new GraphQLScalarType({ name: coercedTypeName });

/**
 * Copies a subgraph's schema for compiled queries. The copy has the type of coerced variables. Its list resolvers never
 * return promises that reject, because graphql-jit would report the error at the wrong position of the list. Its leaves
 * are strings, which graphql-jit copies unchanged; they are serialized afterwards (`leaf-completion.ts`).
 */
export function hardenSchema(schema: GraphQLSchema): GraphQLSchema {
  const mapped = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const { resolve } = field;
      const type = copiedType(field.type, resolve === undefined);
      if (!resolve || !returnsList(field)) return { ...field, type };
      const isEntities = name === '_entities' && typeName === schema.getQueryType()?.name;
      return { ...field, type, resolve: isEntities ? resolveEntities(resolve) : withSettledItems(resolve) };
    },
  });
  const configuration = mapped.toConfig();
  return new GraphQLSchema({ ...configuration, types: [...configuration.types, coercedType], assumeValid: true });
}

/** Whether queries of a schema can be compiled, which requires that the types of objects are resolved synchronously. */
export function isCompilable(schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).every((type) => {
    if (isAbstractType(type)) return !isAsync(type.resolveType);
    if ('isTypeOf' in type) return !isAsync(type.isTypeOf);
    return true;
  });
}

/**
 * Returns a copy of a type with strings instead of leaves.
 * @param isProperty whether the field reads a property; a list of leaves then contains no promises, and is copied too
 */
function copiedType(type: GraphQLOutputType, isProperty: boolean): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(getNullableType(copiedType(type.ofType, isProperty)));
  if (isLeafType(type)) return GraphQLString;
  if (!isListType(type)) return type;
  const isCopied = isProperty && isLeafType(getNullableType(type.ofType));
  return isCopied ? GraphQLString : new GraphQLList(copiedType(type.ofType, isProperty));
}

function isAsync(value: unknown): boolean {
  return typeof value === 'function' && value.constructor.name === 'AsyncFunction';
}

function returnsList(field: GraphQLFieldConfig<unknown, unknown>): boolean {
  return isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
}

function withSettledItems(resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  return (source, args, context, info) => settledList(resolve(source, args, context, info));
}
