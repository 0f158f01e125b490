import { type GraphQLFieldResolver, type GraphQLObjectType, isObjectType } from 'graphql';
import type { JsonObject } from '../plan/merge.js';
import { asError, isPromise, settleItems } from './promises.js';

type ResolveReference = (reference: JsonObject, ...rest: unknown[]) => unknown;

/**
 * `_entities` as the subgraph library resolves it (https://specs.apollo.dev/federation, "_entities"), with one promise for each entity that
 * is loaded and none for one that is its representation; there it takes three. Representations of interfaces, and of types that are not
 * there, are left to the library.
 */
export function resolveEntities(
  library: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown, { representations: readonly JsonObject[] }> {
  return (source, args, context, info) => {
    const { representations } = args;
    const types = representations.map(({ __typename }) => info.schema.getType(String(__typename)));
    if (!types.every(isObjectType)) return settleItems(library(source, args, context, info));
    return representations.map((reference, index) => {
      const type = types[index] as GraphQLObjectType;
      const resolve = referenceResolver(type);
      const found = resolve === undefined ? reference : resolve(reference, context, info);
      if (!isPromise(found)) return withTypeName(found, type.name);
      return found.then((entity) => withTypeName(entity, type.name), asError);
    });
  };
}

/** Where the subgraph library keeps it. */
function referenceResolver({ extensions }: GraphQLObjectType): ResolveReference | undefined {
  const { apollo } = extensions as { apollo?: { subgraph?: { resolveReference?: ResolveReference } } };
  return apollo?.subgraph?.resolveReference;
}

/** The entity with the name of its type, by which the union finds it. */
function withTypeName(entity: unknown, name: string): unknown {
  if (typeof entity !== 'object' || entity === null) return entity;
  if (!('__typename' in entity)) return Object.defineProperty(entity, '__typename', { value: name });
  return entity.__typename === name ? entity : { ...entity, __typename: name };
}
