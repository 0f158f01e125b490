import {
  BREAK,
  type DefinitionNode,
  type DocumentNode,
  executeSync,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { withCode } from './errors.js';

/** Resolves the root introspection fields of an operation. The data is keyed by response name. */
export type Introspect = (variables: Readonly<Record<string, unknown>>) => Introspection;

export interface Introspection {
  readonly data: Readonly<Record<string, unknown>>;
  /** Errors of arguments that are null despite their type; undefined if there are none. */
  readonly errors: readonly GraphQLError[] | undefined;
}

/** Prepares `__schema` and `__type` of a query against the API schema; undefined if it selects neither. */
export function prepareIntrospection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Introspect | undefined {
  const atRoot = fragmentsAtRoot(operation.selectionSet, fragments);
  const definitions: DefinitionNode[] = [
    { ...operation, selectionSet: keepIntrospection(operation.selectionSet) },
    ...[...fragments.values()].map((fragment) =>
      atRoot.has(fragment) ? { ...fragment, selectionSet: keepIntrospection(fragment.selectionSet) } : fragment,
    ),
  ];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  if (!usesIntrospection(document)) return undefined;
  const introspect: Introspect = (variables) => {
    const { data, errors } = executeSync({ schema, document, variableValues: variables });
    return { data: data ?? {}, errors: errors?.map((error) => withCode(error, 'BAD_USER_INPUT')) };
  };
  if (operation.variableDefinitions?.length) return introspect;
  let result: Introspection | undefined;
  return (variables) => {
    result ??= introspect(variables);
    return result;
  };
}

/** Whether a document uses introspection. `__typename` does not count, because it reveals nothing beyond the data. */
export function usesIntrospection(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field(node) {
      if (!isIntrospectionField(node)) return undefined;
      isFound = true;
      return BREAK;
    },
  });
  return isFound;
}

/** The fragments that select root fields. */
function fragmentsAtRoot(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) continue;
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? fragments.get(selection.name.value) : selection;
    if (fragment === undefined) continue;
    if (fragment.kind === Kind.FRAGMENT_DEFINITION) {
      if (found.has(fragment)) continue;
      found.add(fragment);
    }
    fragmentsAtRoot(fragment.selectionSet, fragments, found);
  }
  return found;
}

/**
 * Returns the root selections with introspection fields only. Fragment spreads remain, because their fragments are
 * processed in the same way.
 */
function keepIntrospection(selectionSet: SelectionSetNode): SelectionSetNode {
  return { ...selectionSet, selections: selectionSet.selections.flatMap(keepSelection) };
}

function keepSelection(selection: SelectionNode): SelectionNode[] {
  if (selection.kind === Kind.FIELD) return isIntrospectionField(selection) ? [selection] : [];
  if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection];
  return [{ ...selection, selectionSet: keepIntrospection(selection.selectionSet) }];
}

function isIntrospectionField(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && (selection.name.value === '__schema' || selection.name.value === '__type');
}
