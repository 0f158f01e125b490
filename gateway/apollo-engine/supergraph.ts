import {
  type ASTVisitor,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';

/** Features for which @apollo/gateway refuses to start if their link has `for: SECURITY`. */
const enforcedBySubgraphs = /\/(?:authenticated|requiresScopes|policy)\/v/;
const inaccessible = /\/inaccessible\/v/;

/**
 * The copy of a supergraph that @apollo/gateway loads: without the purpose of features that subgraphs enforce. The supergraph that is
 * published keeps it.
 */
export function forApolloGateway(supergraphSdl: string): string {
  return print(visit(parse(supergraphSdl, { noLocation: true }), withoutPurposes));
}

/** The same supergraph, in which nothing is hidden from clients. */
export function withAllAccessible(supergraphSdl: string): string {
  const document = parse(supergraphSdl, { noLocation: true });
  const hiding = nameOfInaccessible(document);
  const shown = visit(document, { Directive: ({ name }) => (name.value === hiding ? null : undefined) });
  return print(shown);
}

const withoutPurposes: ASTVisitor = {
  Directive(node) {
    if (!enforcedBySubgraphs.test(linkedUrl(node))) return undefined;
    const links = node.arguments?.filter(({ name }) => name.value !== 'for') ?? [];
    return { ...node, arguments: links };
  },
};

/** What the supergraph calls `@inaccessible`. */
function nameOfInaccessible({ definitions }: DocumentNode): string {
  const links = definitions.flatMap((definition) =>
    definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION
      ? (definition.directives ?? [])
      : [],
  );
  const link = links.find((directive) => inaccessible.test(linkedUrl(directive)));
  return (link && argumentOf(link, 'as')) ?? 'inaccessible';
}

function linkedUrl(directive: DirectiveNode | ConstDirectiveNode): string {
  return directive.name.value === 'link' ? (argumentOf(directive, 'url') ?? '') : '';
}

function argumentOf(directive: DirectiveNode | ConstDirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
