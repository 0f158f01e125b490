import { type GraphQLFieldResolver, type GraphQLObjectType, isObjectType } from 'graphql';
import type { JsonObject } from '../plan/merge.js';
import { asError, isPromise, settledList } from './promises.js';

type ResolveReference = (reference: JsonObject, ...rest: unknown[]) => unknown;

/**
 * Resolves `_entities` like @apollo/subgraph (https://specs.apollo.dev/federation/, "_entities"), but creates only one
 * promise for each loaded entity, and none for an entity that is its own representation; the library creates three.
 * Representations of interfaces and unknown types are left to the library.
 */
export function resolveEntities(
  library: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown, { representations: readonly JsonObject[] }> {
  return (source, args, context, info) => {
    const { representations } = args;
    const types = representations.map(({ __typename }) => info.schema.getType(String(__typename)));
    if (!types.every(isObjectType)) return settledList(library(source, args, context, info));
    return representations.map((reference, index) => {
      const type = types[index] as GraphQLObjectType;
      const resolve = referenceResolver(type);
      const resolved = resolve === undefined ? reference : resolve(reference, context, info);
      if (!isPromise(resolved)) return withTypeName(resolved, type.name);
      return resolved.then((entity) => withTypeName(entity, type.name), asError);
    });
  };
}

/**
 * The function that resolves references of a type, which @apollo/subgraph stores in the type's extensions; undefined if
 * the type has none.
 */
function referenceResolver({ extensions }: GraphQLObjectType): ResolveReference | undefined {
  const { apollo } = extensions as { apollo?: { subgraph?: { resolveReference?: ResolveReference } } };
  return apollo?.subgraph?.resolveReference;
}

/** Returns the entity with `__typename`, by which the `_Entity` union resolves its type. */
function withTypeName(entity: unknown, name: string): unknown {
  if (typeof entity !== 'object' || entity === null) return entity;
  if ('__typename' in entity && entity.__typename === name) return entity;
  if ('__typename' in entity || !Object.isExtensible(entity)) return { ...entity, __typename: name };
  return Object.defineProperty(entity, '__typename', { value: name });
}
