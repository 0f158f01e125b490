import {
  type ASTVisitor,
  type DirectiveNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { argumentValue, type FragmentNode } from '../selection.js';
import { isDefer } from './defer-directive.js';

/**
 * Validation rules for the positions and labels of `@defer` (incremental delivery proposal: "Defer And Stream
 * Directives Are Used On Valid Root Field", "… Labels Are Unique").
 */
export const deferRules: readonly ValidationRule[] = [deferLabelsRule, deferPositionsRule];

/** Rejects labels of `@defer` that are variables or not unique, because labels identify the parts of a response. */
function deferLabelsRule(context: ValidationContext): ASTVisitor {
  const labels = new Map<string, DirectiveNode>();
  return {
    Directive(node) {
      const label = isDefer(node) ? argumentValue(node, 'label') : undefined;
      if (label === undefined || label.kind === Kind.NULL) return;
      if (label.kind !== Kind.STRING) {
        context.reportError(new GraphQLError('The label of @defer must be a string literal.', { nodes: node }));
        return;
      }
      const existing = labels.get(label.value);
      if (existing === undefined) {
        labels.set(label.value, node);
        return;
      }
      const message = `The label "${label.value}" of @defer is used twice; labels must be unique in the document.`;
      context.reportError(new GraphQLError(message, { nodes: [existing, node] }));
    },
  };
}

/** Rejects `@defer` in subscriptions, and on root fields of mutations, which are executed serially. */
function deferPositionsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      if (operation.operation === OperationTypeNode.QUERY) return;
      const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
      const [directive] = defersIn(context, operation.selectionSet, { isDeep: isSubscription, visited: new Set() });
      if (directive === undefined) return;
      const message = isSubscription
        ? 'Subscriptions cannot use @defer; use @defer(if: false), or remove it.'
        : `Root fields of mutations cannot use @defer; defer fragments below them.`;
      context.reportError(new GraphQLError(message, { nodes: [directive, operation] }));
    },
  };
}

interface Search {
  /** Whether to also search the selections of fields. */
  readonly isDeep: boolean;
  readonly visited: Set<SelectionSetNode>;
}

function* defersIn(context: ValidationContext, set: SelectionSetNode, search: Search): Generator<DirectiveNode> {
  if (search.visited.has(set)) return;
  search.visited.add(set);
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      if (search.isDeep && selection.selectionSet) yield* defersIn(context, selection.selectionSet, search);
      continue;
    }
    const directive = activeDefer(selection);
    if (directive !== undefined) yield directive;
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : context.getFragment(selection.name.value);
    if (fragment) yield* defersIn(context, fragment.selectionSet, search);
  }
}

function activeDefer({ directives = [] }: FragmentNode): DirectiveNode | undefined {
  return directives.find((directive) => {
    const condition = isDefer(directive) ? argumentValue(directive, 'if') : undefined;
    return isDefer(directive) && !(condition?.kind === Kind.BOOLEAN && !condition.value);
  });
}
