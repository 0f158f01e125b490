import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLScalarType,
  GraphQLSchema,
  isAbstractType,
  isListType,
  isNonNullType,
} from 'graphql';

/** The type of variables that were coerced before the compiled query sees them. */
export const coercedTypeName = 'RampartCoerced';

const coercedType = new GraphQLScalarType({ name: coercedTypeName });

/**
 * A copy of a subgraph's schema that compiled queries run on: it has the type of coerced variables, and its list resolvers
 * never return promises that reject, which graphql-jit would put at the wrong place of the list.
 */
export function hardenSchema(schema: GraphQLSchema): GraphQLSchema {
  const mapped = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) =>
      field.resolve && returnsList(field) ? withSettledItems(field, field.resolve) : undefined,
  });
  const configuration = mapped.toConfig();
  return new GraphQLSchema({ ...configuration, types: [...configuration.types, coercedType], assumeValid: true });
}

/** Whether compiled queries can run on a schema at all: they need types of objects at once, and enums of plain values. */
export function isCompilable(schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).every((type) => {
    if (isAbstractType(type)) return !isAsync(type.resolveType);
    if ('isTypeOf' in type) return !isAsync(type.isTypeOf);
    return true;
  });
}

function isAsync(check: unknown): boolean {
  return typeof check === 'function' && check.constructor.name === 'AsyncFunction';
}

function returnsList(field: GraphQLFieldConfig<unknown, unknown>): boolean {
  return isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
}

function withSettledItems(
  field: GraphQLFieldConfig<unknown, unknown>,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldConfig<unknown, unknown> {
  const settled: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
    const list = resolve(source, args, context, info);
    return isPromise(list) ? list.then(settleItems) : settleItems(list);
  };
  return { ...field, resolve: settled };
}

/** A list's promises, with errors as values. */
function settleItems(list: unknown): unknown {
  if (!Array.isArray(list) || !list.some(isPromise)) return list;
  return list.map((item) => (isPromise(item) ? item.then(settleItems, asError) : item));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
