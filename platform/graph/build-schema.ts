import 'reflect-metadata';
import { getDocumentNodeFromSchema } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  print,
  type TypeNode,
  visit,
} from 'graphql';
import { buildSchemaSync, createResolversMap, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import { once } from '../once.js';
import { dateTimeAsString } from './date-time.js';
import { directResolvers } from './direct-resolvers.js';
import { executableSchema } from './executable-schema.js';
import { appendPermission, permissionDefinition, permissionDirective, permissionLink } from './requires.js';
import { rejectSubscription } from './sent-by-gateway.js';

// biome-ignore lint/complexity/noBannedTypes: what type-graphql takes for a class
type ResolverClass = Function;

/** Finds an entity by a reference from another subgraph; null if the caller may not read it or it does not exist. */
type ReferenceResolver<Reference, Context> = (
  reference: Reference,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

export interface SubgraphSchemaOptions {
  readonly resolvers: readonly ResolverClass[];
  /** Names of the federation directives that the classes use, with `@`. */
  readonly federationDirectives: readonly string[];
  /**
   * Stubs of other domains' entities to which this domain only adds fields, and which no field of this domain returns.
   */
  readonly entityStubs?: readonly ResolverClass[];
  /** Functions that find entities by reference, keyed by the name of the entity type. */
  // biome-ignore lint/suspicious/noExplicitAny: each entity has its own reference and context
  readonly references?: Readonly<Record<string, ReferenceResolver<any, any>>>;
}

/** The schema of one domain, built from its decorated classes. */
export interface SubgraphSchema {
  /** The SDL with federation directives. */
  readonly typeDefs: string;
  /** The executable schema, with `_entities` and `_service`. */
  readonly executable: GraphQLSchema;
}

export function defineSubgraphSchema(options: SubgraphSchemaOptions): SubgraphSchema {
  // Each of these parts is built once, when it is first needed, and shared: it has no state.
  const decorated = once(() => buildDecoratedSchema(options));
  const document = once(() => describeRoots(restoreArgumentOrder(getDocumentNodeFromSchema(decorated()))));
  const typeDefs = once(() => printTypeDefs(document(), options.federationDirectives));
  const executable = once(() => executableSchema(document(), typeDefs(), resolversOf(decorated(), options)));
  return {
    get typeDefs() {
      return typeDefs();
    },
    get executable() {
      return executable();
    },
  };
}

function buildDecoratedSchema({ resolvers, entityStubs = [] }: SubgraphSchemaOptions): GraphQLSchema {
  // Fields without a resolver are plain properties, which graphql-js reads itself. By default, type-graphql creates a
  // resolver function for each of them.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  return buildSchemaSync({
    // Each domain has resolvers.
    resolvers: resolvers as NonEmptyArray<ResolverClass>,
    orphanedTypes: [...entityStubs],
    // Services validate their input; the federation directives are unknown to the validation.
    validate: false,
    // type-graphql requires one if there are subscriptions.
    pubSub: { publish: rejectSubscription, subscribe: rejectSubscription },
    skipCheck: true,
  });
}

function printTypeDefs(document: DocumentNode, federationDirectives: readonly string[]): string {
  const text = print(document);
  return `${federationLink(federationDirectives)}\n\n${permissionLink}\n\n${permissionDefinition}\n\n${text}\n`;
}

function resolversOf(decorated: GraphQLSchema, options: SubgraphSchemaOptions): Record<string, object> {
  const resolvers: Record<string, object> = { ...createResolversMap(decorated) };
  for (const [type, direct] of Object.entries(directResolvers(options.resolvers))) {
    resolvers[type] = { ...resolvers[type], ...direct };
  }
  if (dateTimeAsString.name in resolvers) resolvers[dateTimeAsString.name] = dateTimeAsString;
  for (const [entity, __resolveReference] of Object.entries(options.references ?? {})) {
    resolvers[entity] = { ...resolvers[entity], __resolveReference };
  }
  return resolvers;
}

/** The `@link` to Federation v2.9, the newest version that all public composition libraries support. */
function federationLink(directives: readonly string[]): string {
  const names = [...directives, '@composeDirective'].map((name) => JSON.stringify(name)).join(', ');
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${names}])`;
}

/**
 * Restores the order of arguments, which type-graphql reads from the parameter decorators: these run from last to
 * first.
 */
function restoreArgumentOrder(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: (node): FieldDefinitionNode => ({ ...node, arguments: node.arguments?.toReversed() ?? [] }),
  });
}

/** Descriptions of the root types, which type-graphql cannot declare. They must be equal in all subgraphs. */
export const rootDescriptions = {
  Query:
    'Root type for reading data. All fields are nullable: if a field fails, for example because a service is unavailable or the caller lacks permission, it is null, the response contains its error, and the other fields are not affected.',
  Mutation:
    'Root type for changing data. The mutations of a request run in order. All fields are nullable: a failed mutation is null, the response contains its error, and the other mutations are not affected.',
  Subscription:
    'Root type for subscribing to changes. For each change, a field sends the changed object in its state at the time of sending. A field is null only with an error that states why the object could not be read.',
};

/**
 * Describes the root types and makes their fields nullable. If a domain is unavailable, only its fields are then null;
 * the results of other domains, and of earlier mutations in the same request, are preserved.
 */
function describeRoots(document: DocumentNode): DocumentNode {
  return visit(document, {
    ObjectTypeDefinition(node) {
      const name = node.name.value;
      if (!isRoot(name)) return false;
      const value = rootDescriptions[name];
      const fields =
        node.fields?.map((field) => describePermission({ ...field, type: nullableType(field.type) })) ?? [];
      return { ...node, description: { kind: Kind.STRING, value, block: true }, fields };
    },
  });
}

/**
 * Adds the required permission to the description of a field, because introspection and the API schema show clients no
 * directives.
 */
function describePermission(field: FieldDefinitionNode): FieldDefinitionNode {
  const applied = field.directives?.find(({ name }) => `@${name.value}` === permissionDirective);
  const permission = applied?.arguments?.[0]?.value;
  const isHidden = field.directives?.some(({ name }) => name.value === 'inaccessible');
  if (permission?.kind !== Kind.STRING || field.description === undefined || isHidden) return field;
  return {
    ...field,
    description: { ...field.description, value: appendPermission(field.description.value, permission.value) },
  };
}

function isRoot(name: string): name is keyof typeof rootDescriptions {
  return Object.hasOwn(rootDescriptions, name);
}

function nullableType(type: TypeNode): TypeNode {
  return type.kind === Kind.NON_NULL_TYPE ? type.type : type;
}
