import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { isDefer, isDeferred } from '../deferral/defer-directive.js';
import { type SelectedOperation, selectUsed } from '../operation.js';
import { isCondition, isIncluded } from '../selection.js';

/**
 * Evaluates and removes `@skip` and `@include`, and removes `@defer`, excluded selections, and unused variables and
 * fragments. Selection sets can become empty. Apollo's planner receives no conditions, because it drops fetches that a
 * conditional field shares with other fields.
 */
export function withoutConditions(
  selected: SelectedOperation,
  variables: Readonly<Record<string, unknown>>,
): SelectedOperation {
  return resolveConditions(selected, variables, () => false);
}

/** Like `withoutConditions`, but keeps `@defer`, without its condition, on the fragments that the variables defer. */
export function withDefersOnly(
  selected: SelectedOperation,
  variables: Readonly<Record<string, unknown>>,
): SelectedOperation {
  return resolveConditions(selected, variables, (directive) => isDeferred(directive, variables));
}

/** @param keeps whether to keep a `@defer` directive */
function resolveConditions(
  selected: SelectedOperation,
  variables: Readonly<Record<string, unknown>>,
  keeps: (directive: DirectiveNode) => boolean,
): SelectedOperation {
  if (!hasConditions(selected.document)) return selected;
  const resolvedDocument = visit(selected.document, {
    SelectionSet(node): SelectionSetNode {
      return { ...node, selections: node.selections.filter((selection) => isIncluded(selection, variables)) };
    },
    Directive(directive) {
      if (isDefer(directive)) {
        const others = directive.arguments?.filter(({ name }) => name.value !== 'if');
        return keeps(directive) ? { ...directive, arguments: others } : null;
      }
      return isCondition(directive) ? null : undefined;
    },
  });
  return selectUsed(resolvedDocument);
}

function hasConditions(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive(directive) {
      isFound ||= isCondition(directive) || isDefer(directive);
    },
  });
  return isFound;
}

/** Whether the document has an empty selection set after excluding conditional selections. */
export function hasEmptySelections(document: DocumentNode): boolean {
  let isEmpty = false;
  visit(document, {
    SelectionSet({ selections }) {
      if (selections.length === 0) isEmpty = true;
    },
  });
  return isEmpty;
}

const typenameField: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Adds `__typename` to empty selection sets, which the planner and subgraphs reject. */
export function fillEmptySelections(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node): SelectionSetNode | undefined {
      const selections: readonly SelectionNode[] = node.selections;
      return selections.length === 0 ? { ...node, selections: [typenameField] } : undefined;
    },
  });
}
