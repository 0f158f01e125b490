import type { FetchNode, QueryPlanInlineFragmentNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { type DirectiveNode, type DocumentNode, type GraphQLSchema, isAbstractType, Kind, visit } from 'graphql';
import { compileTypeTest } from '../plan/type-test.js';
import { argumentOf, parseFieldSet } from './join-directives.js';

/** By subgraph and type: the sets of fields of which one finds an entity there. A type that is no entity there is absent. */
export type ResolvableKeys = ReadonlyMap<string, ReadonlyMap<string, readonly (readonly string[])[]>>;

/** Reads the keys of a supergraph (`@join__type`). */
export function readResolvableKeys(supergraph: DocumentNode): ResolvableKeys {
  const subgraphs = new Map<string, string>();
  const keys = new Map<string, Map<string, string[][]>>();
  visit(supergraph, {
    EnumValueDefinition({ name, directives = [] }) {
      const graph = directives.find((directive) => directive.name.value === 'join__graph');
      const subgraph = graph && argumentOf(graph, 'name');
      if (subgraph !== undefined) subgraphs.set(name.value, subgraph);
    },
  });
  const read = (type: {
    readonly name: { readonly value: string };
    readonly directives?: readonly DirectiveNode[];
  }) => {
    for (const directive of type.directives ?? []) {
      const key = argumentOf(directive, 'key');
      const subgraph = subgraphs.get(argumentOf(directive, 'graph') ?? '');
      if (directive.name.value !== 'join__type' || key === undefined || subgraph === undefined) continue;
      const ofSubgraph = keys.get(subgraph) ?? new Map<string, string[][]>();
      const ofType = ofSubgraph.get(type.name.value) ?? [];
      if (argumentOf(directive, 'resolvable') !== 'false') ofType.push(fieldsOf(key));
      keys.set(subgraph, ofSubgraph.set(type.name.value, ofType));
    }
  };
  visit(supergraph, { ObjectTypeDefinition: read, InterfaceTypeDefinition: read });
  return keys;
}

export interface EntityTypes {
  /** Object types whose representations find their entities. */
  readonly found: ReadonlySet<string>;
  /** Those whose representations have no key by which the subgraph finds entities. */
  readonly lost: ReadonlySet<string>;
}

/**
 * Sorts the object types that a fetch sends representations of. Apollo's planner sometimes sends, beside those that it means, objects of other
 * types of an interface without a key.
 */
export function sortEntityTypes(
  { serviceName, requires = [], inputRewrites = [] }: FetchNode,
  { supergraph, resolvableKeys }: { supergraph: GraphQLSchema; resolvableKeys: ResolvableKeys },
): EntityTypes {
  const found = new Set<string>();
  const lost = new Set<string>();
  const types = requires.flatMap((node) => (node.kind === 'InlineFragment' ? objectTypes(supergraph, node) : []));
  for (const type of types) {
    const names = fieldsFor(supergraph, type, requires);
    // Where the subgraph knows the type by its interface only, the representation is given the interface's name.
    const rewrite = inputRewrites.find(({ path }) => coversType(supergraph, path[0]?.slice('... on '.length), type));
    const sentType = rewrite?.kind === 'ValueSetter' ? String(rewrite.setValueTo) : type;
    const keys = resolvableKeys.get(serviceName)?.get(sentType);
    const isFound = keys === undefined || keys.some((key) => key.every((name) => names.has(name)));
    (isFound ? found : lost).add(type);
  }
  return { found, lost };
}

function objectTypes(supergraph: GraphQLSchema, { typeCondition = '' }: QueryPlanInlineFragmentNode): string[] {
  const type = supergraph.getType(typeCondition);
  if (!isAbstractType(type)) return [typeCondition];
  return supergraph.getPossibleTypes(type).map(({ name }) => name);
}

function coversType(supergraph: GraphQLSchema, condition: string | undefined, type: string): boolean {
  return condition === undefined || compileTypeTest(supergraph, condition)(type);
}

/** The fields that the representation of an object of a type has. */
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

/** The fields of a field set, without what is below them. */
function fieldsOf(fieldSet: string): string[] {
  return parseFieldSet(fieldSet).selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
}
