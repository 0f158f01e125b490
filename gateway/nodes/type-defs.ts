import { type ConstDirectiveNode, type DefinitionNode, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import {
  appendPermission,
  permissionDefinition,
  permissionLink,
  printPermissionDirective,
  rootDescriptions,
} from '../../platform/graph/index.js';
import type { SubgraphTypeDefs } from '../supergraph.js';

/** Name of the subgraph that resolves global ids. */
export const nodesName = 'nodes';
export const maxNodes = 100;
/** The permission that `node` and `nodes` require; the subgraphs of the types also authorize each object. */
const permission = 'nodes.read';

/** The types that implement `Node`, with the name of the subgraph that resolves their `id`. */
export function ownersOfNodes(subgraphs: readonly SubgraphTypeDefs[]): ReadonlyMap<string, string> {
  return new Map(
    subgraphs.flatMap(({ name, typeDefs }) =>
      parse(typeDefs, { noLocation: true })
        .definitions.filter(isOwnNode)
        .map((type) => [type.name.value, name] as const),
    ),
  );
}

/**
 * Adds the subgraph `nodes` to the others for composition.
 * @param owners the result of `ownersOfNodes`
 */
export function withNodes(
  subgraphs: readonly SubgraphTypeDefs[],
  owners = ownersOfNodes(subgraphs),
): readonly SubgraphTypeDefs[] {
  if (owners.size === 0) return subgraphs;
  return [...subgraphs, { name: nodesName, typeDefs: nodesTypeDefs(owners.keys()) }];
}

/** Creates the SDL of the subgraph `nodes` for these types. */
export function nodesTypeDefs(types: Iterable<string>): string {
  const stubs = [...types].map(
    (type) => `type ${type} implements Node @key(fields: "id", resolvable: false) {\n  id: ID!\n}`,
  );
  return `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@listSize", "@composeDirective"])

${permissionLink}

${permissionDefinition}

interface Node {
  id: ID!
}

${stubs.join('\n\n')}

"""${rootDescriptions.Query}"""
type Query {
  """${appendPermission('Return the object with this global id; null if it does not exist or the caller may not read it. An invalid global id results in an error.', permission)}"""
  node(
    """Global id of the object."""
    id: ID!
  ): Node ${printPermissionDirective(permission)}

  """${appendPermission('Return the objects with these global ids, in the same order; null for each that does not exist or that the caller may not read. An invalid global id results in an error for its element.', permission)}"""
  nodes(
    """Global ids of the objects, at most ${maxNodes}."""
    ids: [ID!]!
  ): [Node] @listSize(assumedSize: ${maxNodes}) ${printPermissionDirective(permission)}
}
`;
}

function isOwnNode(definition: DefinitionNode): definition is ObjectTypeDefinitionNode {
  return (
    definition.kind === Kind.OBJECT_TYPE_DEFINITION &&
    (definition.interfaces ?? []).some(({ name }) => name.value === 'Node') &&
    (definition.directives ?? []).some(isKeyById)
  );
}

function isKeyById({ name, arguments: args = [] }: ConstDirectiveNode): boolean {
  const values = new Map(args.map((argument) => [argument.name.value, argument.value]));
  const fields = values.get('fields');
  const resolvable = values.get('resolvable');
  return (
    name.value === 'key' &&
    fields?.kind === Kind.STRING &&
    fields.value === 'id' &&
    !(resolvable?.kind === Kind.BOOLEAN && !resolvable.value)
  );
}
