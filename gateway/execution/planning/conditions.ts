import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { SelectedOperation } from '../operation.js';
import { fragmentsOf, isIncluded } from '../selection.js';

/**
 * The operation without `@skip` and `@include`: selections that the variables exclude are gone, and so are the variables and fragments that
 * nothing uses any more. Selection sets can be empty. Apollo's planner drops fetches that a field under a condition shares with others, so
 * it never sees a condition.
 */
export function withoutConditions(
  selected: SelectedOperation,
  variables: Readonly<Record<string, unknown>>,
): SelectedOperation {
  const { operation, document } = selected;
  if (!hasConditions(document)) return selected;
  const resolved = visit(document, {
    SelectionSet(node): SelectionSetNode {
      return { ...node, selections: node.selections.filter((selection) => isIncluded(selection, variables)) };
    },
    Directive({ name }) {
      return name.value === 'skip' || name.value === 'include' ? null : undefined;
    },
  });
  return withUsedOnly(operationOf(resolved, operation), fragmentsOf(resolved));
}

function hasConditions(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive({ name }) {
      isFound ||= name.value === 'skip' || name.value === 'include';
    },
  });
  return isFound;
}

function operationOf(document: DocumentNode, fallback: OperationDefinitionNode): OperationDefinitionNode {
  return document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION) ?? fallback;
}

function withUsedOnly(
  operation: OperationDefinitionNode,
  all: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectedOperation {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const variables = new Set<string>();
  const collect = (node: SelectionSetNode | FragmentDefinitionNode | FieldNode): void => {
    visit(node, {
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread({ name }) {
        const fragment = all.get(name.value);
        if (fragment === undefined || fragments.has(name.value)) return;
        fragments.set(name.value, fragment);
        collect(fragment);
      },
    });
  };
  collect(operation.selectionSet);
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) =>
    variables.has(variable.name.value),
  );
  const used = { ...operation, variableDefinitions };
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [used, ...fragments.values()] };
  return { operation: used, fragments, document, text: print(document) };
}

/** Whether a selection set somewhere in the document selects nothing: what is left of it where conditions excluded the rest. */
export function hasEmptySelections(document: DocumentNode): boolean {
  let isEmpty = false;
  visit(document, {
    SelectionSet({ selections }) {
      if (selections.length === 0) isEmpty = true;
    },
  });
  return isEmpty;
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The same document with `__typename` where nothing is selected: the planner and subgraphs refuse empty selection sets. */
export function fillEmptySelections(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node): SelectionSetNode | undefined {
      const selections: readonly SelectionNode[] = node.selections;
      return selections.length === 0 ? { ...node, selections: [typename] } : undefined;
    },
  });
}
