import {
  type ASTNode,
  BREAK,
  DirectiveLocation,
  type DirectiveNode,
  type DocumentNode,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLSchema,
  GraphQLString,
  Kind,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { argumentValue, type FragmentNode } from '../selection.js';

const name = 'defer';

/** `@defer` as the incremental delivery proposal of the GraphQL specification defines it. */
const deferDirective = new GraphQLDirective({
  name,
  description:
    'Permits the server to deliver a fragment after the surrounding data, to clients that accept `multipart/mixed`. Other clients receive the whole result in one response.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: {
    label: {
      type: GraphQLString,
      description:
        'Label that identifies the fragment in the response; unique in the document. Null or omitted: no label.',
    },
    if: {
      type: new GraphQLNonNull(GraphQLBoolean),
      defaultValue: true,
      description: 'Whether the fragment is deferred; default true.',
    },
  },
});

/** The definition of `@defer` in SDL. */
export const deferDefinition = printSchema(new GraphQLSchema({ directives: [deferDirective] }));

/** The parsed definition of `@defer`. */
export const deferDocument = parse(deferDefinition, { noLocation: true });

/** Adds `@defer` to a schema. */
export function withDefer(schema: GraphQLSchema): GraphQLSchema {
  if (schema.getDirective(name)) return schema;
  const configuration = schema.toConfig();
  return new GraphQLSchema({ ...configuration, directives: [...configuration.directives, deferDirective] });
}

export function isDefer(directive: DirectiveNode): boolean {
  return directive.name.value === name;
}

/** Whether a `@defer` is active: its condition, if any, is true for the coerced variables. */
export function isDeferred(directive: DirectiveNode, variables: Readonly<Record<string, unknown>>): boolean {
  const condition = argumentValue(directive, 'if');
  if (condition?.kind === Kind.BOOLEAN) return condition.value;
  if (condition?.kind !== Kind.VARIABLE) return true;
  const name = condition.name.value;
  // If the variable has no value, the default of the argument applies.
  return !Object.hasOwn(variables, name) || variables[name] === true;
}

/** The `label` of a fragment's `@defer`; undefined if it has none. */
export function labelOf({ directives = [] }: FragmentNode): string | undefined {
  const directive = directives.find(isDefer);
  const label = directive && argumentValue(directive, 'label');
  return label?.kind === Kind.STRING ? label.value : undefined;
}

/** Whether the document contains a `@defer` whose condition is not the literal `false`. */
export function hasDefer(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive(directive) {
      if (!isDefer(directive) || !isDeferred(directive, {})) return undefined;
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}

/** Names of the variables in conditions of `@defer`, sorted. */
export function deferVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      const condition = isDefer(directive) ? argumentValue(directive, 'if') : undefined;
      if (condition?.kind === Kind.VARIABLE) names.add(condition.name.value);
    },
  });
  return [...names].sort();
}

/** The fragments with `@defer`. */
export function deferredFragments(document: DocumentNode): ReadonlySet<FragmentNode> {
  const fragments = new Set<FragmentNode>();
  const add = (node: FragmentNode): void => {
    if (node.directives?.some(isDefer)) fragments.add(node);
  };
  visit(document, { FragmentSpread: add, InlineFragment: add });
  return fragments;
}

/** Removes `@defer` from a document. */
export function withoutDefer<Node extends ASTNode>(document: Node): Node {
  return visit(document, { Directive: (directive) => (isDefer(directive) ? null : undefined) });
}
