import 'reflect-metadata';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql';
import { buildSchemaSync, createResolversMap, type NonEmptyArray } from 'type-graphql';
import { dateTimeAsString } from './date-time.js';
import { directResolvers } from './direct-resolvers.js';
import { sentByGateway } from './sent-by-gateway.js';

// biome-ignore lint/complexity/noBannedTypes: what type-graphql takes for a class
type ResolverClass = Function;

/** Finds the entity that another subgraph refers to; null if the caller knows none. */
export type ReferenceResolver<Reference, Context> = (
  reference: Reference,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

export interface SubgraphSchemaOptions {
  readonly resolvers: NonEmptyArray<ResolverClass>;
  /** Names of the federation directives that the classes use, with their at sign. */
  readonly federationDirectives: readonly string[];
  /** Stubs of entities of other domains that no field leads to: they only get fields from here. */
  readonly foreignEntities?: readonly ResolverClass[];
  /** By the name of the entity. */
  // biome-ignore lint/suspicious/noExplicitAny: each entity has a reference and a context of its own
  readonly references?: Readonly<Record<string, ReferenceResolver<any, any>>>;
}

/** The schema of one domain as its decorated classes declare it. */
export interface SubgraphSchema {
  /** The SDL with federation directives. */
  printTypeDefs(): string;
  /** The executable schema, with `_entities` and `_service`. */
  build(typeDefs: string): GraphQLSchema;
}

export function defineSubgraphSchema(options: SubgraphSchemaOptions): SubgraphSchema {
  let decorated: GraphQLSchema | undefined;

  /** One build, because type-graphql shares the classes' metadata. */
  function decoratedSchema(): GraphQLSchema {
    decorated ??= buildSchemaSync({
      resolvers: options.resolvers,
      orphanedTypes: [...(options.foreignEntities ?? [])],
      // The services check what they are given; names of federation's directives are unknown to the check.
      validate: false,
      // The library wants one where there are subscriptions.
      pubSub: { publish: sentByGateway, subscribe: sentByGateway },
      skipCheck: true,
    });
    return decorated;
  }

  return {
    printTypeDefs() {
      const document = parse(printSchemaWithDirectives(decoratedSchema()));
      return `${federationLink(options.federationDirectives)}\n\n${print(withRoots(withArgumentsAsDeclared(document)))}\n`;
    },
    build(typeDefs) {
      const resolvers: Record<string, object> = { ...createResolversMap(decoratedSchema()) };
      for (const [type, direct] of Object.entries(directResolvers(options.resolvers))) {
        resolvers[type] = { ...resolvers[type], ...direct };
      }
      if (dateTimeAsString.name in resolvers) resolvers[dateTimeAsString.name] = dateTimeAsString;
      for (const [entity, __resolveReference] of Object.entries(options.references ?? {})) {
        resolvers[entity] = { ...resolvers[entity], __resolveReference };
      }
      // Both libraries mean the same map; each types it in its own words.
      return buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers: resolvers as SubgraphResolvers }]);
    },
  };
}

/** v2.9 is the newest that all public composers accept. */
function federationLink(directives: readonly string[]): string {
  const names = directives.map((name) => JSON.stringify(name)).join(', ');
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names}])`;
}

/** Parameter decorators run from last to first, so type-graphql knows the arguments in that order. */
function withArgumentsAsDeclared(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: (node): FieldDefinitionNode => ({ ...node, arguments: node.arguments?.toReversed() ?? [] }),
  });
}

/** Descriptions of the root types, which type-graphql cannot declare. They are the same in every subgraph. */
export const rootDescriptions = {
  Query:
    'Root type for reading data. All fields are nullable: if a service is unavailable or the caller lacks permission, the field is null, the response contains an error, and the other fields are not affected.',
  Mutation:
    'Root type for changing data. The mutations of a request run in order. All fields are nullable: a failed mutation is null, the response contains its error, and the other mutations are not affected.',
  Subscription:
    'Root type for following changes. A field sends an object for each change, as the object is when it is sent. Each field is null only with an error, which says why the object could not be read.',
};

/**
 * Describes the roots, and makes their fields nullable. A domain that is away must not take the answers of the others with it: what a
 * client asks of it is null then. Nor may it hide that the changes before it in the same request were made.
 */
function withRoots(document: DocumentNode): DocumentNode {
  return visit(document, {
    ObjectTypeDefinition(node) {
      const name = node.name.value;
      if (!isRoot(name)) return false;
      const value = rootDescriptions[name];
      const fields = node.fields?.map((field) => ({ ...field, type: nullableType(field.type) })) ?? [];
      return { ...node, description: { kind: Kind.STRING, value, block: true }, fields };
    },
  });
}

function isRoot(name: string): name is keyof typeof rootDescriptions {
  return Object.hasOwn(rootDescriptions, name);
}

function nullableType(type: TypeNode): TypeNode {
  return type.kind === Kind.NON_NULL_TYPE ? type.type : type;
}

type SubgraphResolvers = NonNullable<
  Extract<Parameters<typeof buildSubgraphSchema>[0], { resolvers?: unknown }>['resolvers']
>;
