import type { FetchNode, QueryPlanInlineFragmentNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { type DocumentNode, type GraphQLSchema, isAbstractType, Kind } from 'graphql';
import { compileTypeTest } from '../plan/type-test.js';
import { fieldNamesOf, readSubgraphNames } from './field-requirements.js';
import { argumentOf, directivesOf } from './join-directives.js';

/**
 * The keys of entity types, by subgraph, then by type. A key is a set of fields by which the subgraph finds an entity.
 * Types that are not entities in a subgraph are absent.
 */
export type ResolvableKeys = ReadonlyMap<string, ReadonlyMap<string, readonly (readonly string[])[]>>;

/** Reads the keys of a supergraph (`@join__type`). */
export function readResolvableKeys(supergraph: DocumentNode): ResolvableKeys {
  const subgraphs = readSubgraphNames(supergraph);
  const keys = new Map<string, Map<string, string[][]>>();
  for (const type of supergraph.definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const directive of directivesOf(type, 'join__type')) {
      const key = argumentOf(directive, 'key');
      const subgraph = subgraphs.get(argumentOf(directive, 'graph') ?? '');
      if (key === undefined || subgraph === undefined) continue;
      const ofSubgraph = keys.get(subgraph) ?? new Map<string, string[][]>();
      const ofType = ofSubgraph.get(type.name.value) ?? [];
      if (argumentOf(directive, 'resolvable') !== 'false') ofType.push(fieldNamesOf(key));
      keys.set(subgraph, ofSubgraph.set(type.name.value, ofType));
    }
  }
  return keys;
}

export interface EntityTypes {
  /** Object types whose representations have a key by which the subgraph finds entities. */
  readonly resolvable: ReadonlySet<string>;
  /** Object types whose representations have no key by which the subgraph finds entities. */
  readonly unresolvable: ReadonlySet<string>;
}

interface EntityRequest extends Pick<FetchNode, 'serviceName' | 'inputRewrites'> {
  readonly requires?: readonly QueryPlanSelectionNode[] | undefined;
}

/** The objects that a part of a fetch applies to, and the type of their representations. */
export interface SentTypes {
  /** Whether objects with this `__typename` are sent; absent: all objects are sent. */
  readonly accepts?: ((typename: unknown) => boolean) | undefined;
  /** Type of the representations; undefined if it is the type of the objects, or is set by a rewrite. */
  readonly sentType?: string | undefined;
}

/**
 * Sorts the object types of the representations that a fetch sends by whether the subgraph can resolve them. Apollo's
 * planner sometimes also sends objects of other types of an interface, without a key.
 */
export function sortEntityTypes(
  { serviceName, requires = [], inputRewrites = [] }: EntityRequest,
  { supergraph, resolvableKeys }: { supergraph: GraphQLSchema; resolvableKeys: ResolvableKeys },
  { accepts = () => true, sentType: sentTypeOfAll }: SentTypes = {},
): EntityTypes {
  const resolvable = new Set<string>();
  const unresolvable = new Set<string>();
  const types = requires.flatMap((node) => (node.kind === 'InlineFragment' ? objectTypes(supergraph, node) : []));
  for (const type of types.filter(accepts)) {
    const names = fieldsFor(supergraph, type, requires);
    // If the subgraph knows the type by its interface only, the representation has the interface's name.
    const rewrite = inputRewrites.find(({ path }) => coversType(supergraph, path[0]?.slice('... on '.length), type));
    const sentType = sentTypeOfAll ?? (rewrite?.kind === 'ValueSetter' ? String(rewrite.setValueTo) : type);
    const keys = resolvableKeys.get(serviceName)?.get(sentType);
    const isResolvable = keys === undefined || keys.some((key) => key.every((name) => names.has(name)));
    (isResolvable ? resolvable : unresolvable).add(type);
  }
  return { resolvable, unresolvable };
}

function objectTypes(supergraph: GraphQLSchema, { typeCondition = '' }: QueryPlanInlineFragmentNode): string[] {
  const type = supergraph.getType(typeCondition);
  if (!isAbstractType(type)) return [typeCondition];
  return supergraph.getPossibleTypes(type).map(({ name }) => name);
}

function coversType(supergraph: GraphQLSchema, condition: string | undefined, type: string): boolean {
  return condition === undefined || compileTypeTest(supergraph, condition)(type);
}

/** Names of the fields in the representation of an object of a type. */
function fieldsFor(
  supergraph: GraphQLSchema,
  type: string,
  selections: readonly QueryPlanSelectionNode[],
): Set<string> {
  const names = selections.flatMap((node) => {
    if (node.kind === 'Field') return [node.name];
    return coversType(supergraph, node.typeCondition, type) ? [...fieldsFor(supergraph, type, node.selections)] : [];
  });
  return new Set(names);
}
