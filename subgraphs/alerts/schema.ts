import 'reflect-metadata';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { type DocumentNode, type FieldDefinitionNode, type GraphQLSchema, parse, print, visit } from 'graphql';
import { buildSchemaSync, createResolversMap } from 'type-graphql';
import { directQueryResolvers } from './query-resolvers.js';
import { alertReference, endpointReference } from './references.js';
import { AlertConnectionResolver, AlertResolver } from './resolver.js';
import { EndpointResolver } from './resolver-endpoint.js';
import { AlertMutationResolver } from './resolver-mutation.js';

const federationLink =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@tag", "@cost", "@listSize"])';

const resolverClasses = [AlertResolver, AlertConnectionResolver, EndpointResolver, AlertMutationResolver] as const;

let decorated: GraphQLSchema | undefined;

/** The schema as the decorated classes declare it; one build, because type-graphql shares their metadata. */
function decoratedSchema(): GraphQLSchema {
  decorated ??= buildSchemaSync({
    resolvers: [...resolverClasses],
    // The service checks what it is given; names of federation's directives are unknown to the check.
    validate: false,
    skipCheck: true,
  });
  return decorated;
}

/** The SDL of the alerts subgraph with federation directives. */
export function printTypeDefs(): string {
  const document = parse(printSchemaWithDirectives(decoratedSchema()));
  return `${federationLink}\n\n${print(withArgumentsAsDeclared(document))}\n`;
}

/** Parameter decorators run from last to first, so type-graphql knows the arguments in that order. */
function withArgumentsAsDeclared(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: (node): FieldDefinitionNode => ({ ...node, arguments: node.arguments?.toReversed() ?? [] }),
  });
}

/** The executable schema, with `_entities` and `_service`. */
export function buildAlertsSchema(typeDefs: string): GraphQLSchema {
  const decorated = createResolversMap(decoratedSchema());
  const resolvers = {
    ...decorated,
    Query: { ...decorated.Query, ...directQueryResolvers(resolverClasses) },
    Alert: { ...decorated.Alert, __resolveReference: alertReference },
    Endpoint: { ...decorated.Endpoint, __resolveReference: endpointReference },
  };
  // Both libraries mean the same map; each types it in its own words.
  return buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers: resolvers as SubgraphResolvers }]);
}

type SubgraphResolvers = NonNullable<
  Extract<Parameters<typeof buildSubgraphSchema>[0], { resolvers?: unknown }>['resolvers']
>;
