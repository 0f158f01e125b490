import { type DirectiveNode, type DocumentNode, Kind } from 'graphql';
import { argumentOf } from './join-directives.js';

/**
 * Reorders the keys of each type in a supergraph, so those with `resolvable: false` are last. To get fields that other
 * fields require, Apollo's planner uses the first key of a type, even if its subgraph cannot resolve entities by that
 * key.
 */
export function resolvableKeysFirst(supergraph: DocumentNode): DocumentNode {
  const definitions = supergraph.definitions.map((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node;
    const { directives = [] } = node;
    if (!directives.some(isNonResolvable)) return node;
    const first = directives.filter((directive) => !isNonResolvable(directive));
    const ordered = [...first, ...directives.filter(isNonResolvable)];
    return ordered.every((directive, index) => directive === directives[index])
      ? node
      : { ...node, directives: ordered };
  });
  return definitions.every((node, index) => node === supergraph.definitions[index])
    ? supergraph
    : { ...supergraph, definitions };
}

function isNonResolvable(directive: DirectiveNode): boolean {
  return directive.name.value === 'join__type' && argumentOf(directive, 'resolvable') === 'false';
}
