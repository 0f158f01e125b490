import { addResolversToSchema } from '@apollo/subgraph/dist/schema-helper/index.js';
import { entitiesResolver } from '@apollo/subgraph/dist/types.js';
import { buildASTSchema, type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';

type Resolvers = Parameters<typeof addResolversToSchema>[1];

/**
 * The executable schema of a subgraph, with `_entities` and `_service`. It equals the result of `buildSubgraphSchema`
 * of @apollo/subgraph, but the SDL is not validated, because composition has validated it (docs/decisions/0122).
 * @param typeDefs the parsed SDL; its `extend schema` may be absent
 */
export function executableSchema(typeDefs: DocumentNode, sdl: string, resolvers: object): GraphQLSchema {
  const entities = typeDefs.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.directives?.some(({ name }) => name.value === 'key')
      ? definition.name.value
      : [],
  );
  const { definitions } = parse(federationTypeDefs(entities), { noLocation: true });
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...typeDefs.definitions, ...definitions] };
  const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  addResolversToSchema(schema, {
    Query: {
      _service: () => ({ sdl }),
      _entities: (_, { representations }, context, info) => entitiesResolver({ representations, context, info }),
    },
    _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
  });
  addResolversToSchema(schema, resolvers as Resolvers);
  return schema;
}

/** The federation definitions that a subgraph adds to its schema (https://specs.apollo.dev/federation). */
function federationTypeDefs(entities: readonly string[]): string {
  const base = 'scalar _Any type _Service { sdl: String } extend type Query { _service: _Service! }';
  if (entities.length === 0) return base;
  return `${base} union _Entity = ${entities.join(' | ')}
    extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`;
}
