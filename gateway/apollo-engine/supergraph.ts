import {
  type ASTVisitor,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
} from 'graphql';

/** Matches URLs of features that prevent @apollo/gateway from starting if their `@link` has `for: SECURITY`. */
const subgraphFeaturePattern = /\/(?:authenticated|requiresScopes|policy)\/v/;
const inaccessiblePattern = /\/inaccessible\/v/;

/**
 * Returns the supergraph SDL for @apollo/gateway, without the `for` argument in the `@link` of each feature that
 * subgraphs enforce. The published supergraph retains the argument.
 */
export function forApolloGateway(supergraphSdl: string): string {
  return print(visit(parse(supergraphSdl, { noLocation: true }), removePurposes));
}

/** Returns the supergraph SDL without `@inaccessible` directives, so all its elements are accessible. */
export function withAllAccessible(supergraphSdl: string): string {
  const document = parse(supergraphSdl, { noLocation: true });
  const hiding = nameOfInaccessible(document);
  const accessible = visit(document, { Directive: ({ name }) => (name.value === hiding ? null : undefined) });
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
    if (!subgraphFeaturePattern.test(linkedUrl(node))) return undefined;
    const links = node.arguments?.filter(({ name }) => name.value !== 'for') ?? [];
    return { ...node, arguments: links };
  },
};

/** The name of the `@inaccessible` directive in the supergraph, which a `@link` can change. */
function nameOfInaccessible({ definitions }: DocumentNode): string {
  const links = definitions.flatMap((definition) =>
    definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION
      ? (definition.directives ?? [])
      : [],
  );
  const link = links.find((directive) => inaccessiblePattern.test(linkedUrl(directive)));
  return (link && argumentOf(link, 'as')) ?? 'inaccessible';
}

function linkedUrl(directive: DirectiveNode | ConstDirectiveNode): string {
  return directive.name.value === 'link' ? (argumentOf(directive, 'url') ?? '') : '';
}

function argumentOf(directive: DirectiveNode | ConstDirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
