import { type ASTVisitor, OperationTypeNode, parse, print, visit } from 'graphql';
import { argumentOf, readLinkedFeatures } from '../execution/index.js';

/** Matches URLs of features that prevent @apollo/gateway from starting if their `@link` has the argument `for`. */
const subgraphFeaturePattern = /\/(?:authenticated|requiresScopes|policy|cacheTag)\/v/;

/**
 * Returns the supergraph SDL for @apollo/gateway, without the `for` argument in the `@link` of each feature that
 * subgraphs enforce, or that only affects caches. The published supergraph retains the argument.
 */
export function forApolloGateway(supergraphSdl: string): string {
  return print(visit(parse(supergraphSdl, { noLocation: true }), removePurposes));
}

/** Returns the supergraph SDL without `@inaccessible` directives, so all its elements are accessible. */
export function withAllAccessible(supergraphSdl: string): string {
  const document = parse(supergraphSdl, { noLocation: true });
  const { inaccessible = 'inaccessible' } = readLinkedFeatures(document);
  const accessible = visit(document, { Directive: ({ name }) => (name.value === inaccessible ? null : undefined) });
  return print(accessible);
}

/** Returns the supergraph SDL without its subscription type. Types that only subscriptions use remain. */
export function withoutSubscriptionType(supergraphSdl: string): string {
  const document = parse(supergraphSdl, { noLocation: true });
  const names = new Set<string>();
  const removed = visit(document, {
    OperationTypeDefinition({ operation, type }) {
      if (operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
      names.add(type.name.value);
      return null;
    },
  });
  return print(visit(removed, { ObjectTypeDefinition: ({ name }) => (names.has(name.value) ? null : undefined) }));
}

const removePurposes: ASTVisitor = {
  Directive(node) {
    const isLink = node.name.value === 'link';
    if (!isLink || !subgraphFeaturePattern.test(argumentOf(node, 'url') ?? '')) return undefined;
    const links = node.arguments?.filter(({ name }) => name.value !== 'for') ?? [];
    return { ...node, arguments: links };
  },
};
