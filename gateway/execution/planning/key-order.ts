import { type DirectiveNode, type DocumentNode, visit } from 'graphql';
import { argumentOf } from './join-directives.js';

/**
 * The supergraph with keys that cannot be resolved (`resolvable: false`) after the others of their type. To get fields
 * that require others, Apollo's planner uses the first key of a type, even if its subgraph cannot resolve entities by
 * it.
 */
export function resolvableKeysFirst(supergraph: DocumentNode): DocumentNode {
  const order = <Node extends { readonly directives?: readonly DirectiveNode[] | undefined }>(node: Node) => {
    const { directives = [] } = node;
    if (!directives.some(isNonResolvable)) return undefined;
    const first = directives.filter((directive) => !isNonResolvable(directive));
    const ordered = [...first, ...directives.filter(isNonResolvable)];
    return ordered.every((directive, index) => directive === directives[index])
      ? undefined
      : { ...node, directives: ordered };
  };
  return visit(supergraph, { ObjectTypeDefinition: order, InterfaceTypeDefinition: order });
}

function isNonResolvable(directive: DirectiveNode): boolean {
  return directive.name.value === 'join__type' && argumentOf(directive, 'resolvable') === 'false';
}
