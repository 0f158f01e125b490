import { type ConstDirectiveNode, type DirectiveNode, valueFromASTUntyped } from 'graphql';

interface Annotated {
  readonly directives?: readonly (DirectiveNode | ConstDirectiveNode)[] | undefined;
}

/** The arguments of each directive with this name. They were validated against directives.graphql. */
export function directivesOf<Arguments>({ directives = [] }: Annotated, name: string): Arguments[] {
  const found = directives.filter((directive) => directive.name.value === name);
  return found.map((directive) => {
    const entries = directive.arguments?.map((each) => [each.name.value, valueFromASTUntyped(each.value)]) ?? [];
    return Object.fromEntries(entries) as Arguments;
  });
}

/** The arguments of the directive with this name, which is not repeatable; undefined if there is none. */
export function directiveOf<Arguments>(node: Annotated, name: string): Arguments | undefined {
  return directivesOf<Arguments>(node, name)[0];
}
