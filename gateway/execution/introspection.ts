import {
  BREAK,
  type DefinitionNode,
  type DocumentNode,
  executeSync,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Resolves the root introspection fields of an operation. The result is keyed by response name. */
export type Introspect = (variables: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Prepares `__schema` and `__type` of a query against the API schema; undefined if it selects neither. */
export function prepareIntrospection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Introspect | undefined {
  const definitions: DefinitionNode[] = [
    { ...operation, selectionSet: keepIntrospection(operation.selectionSet) },
    ...[...fragments.values()].map((fragment) => withoutRootFields(schema, fragment)),
  ];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  if (!usesIntrospection(document)) return undefined;
  const introspect: Introspect = (variables) => {
    const { data, errors } = executeSync({ schema, document, variableValues: variables });
    if (errors?.[0]) throw errors[0];
    return data ?? {};
  };
  if (operation.variableDefinitions?.length) return introspect;
  let result: Readonly<Record<string, unknown>> | undefined;
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

function withoutRootFields(schema: GraphQLSchema, fragment: FragmentDefinitionNode): FragmentDefinitionNode {
  const isOnRoot = fragment.typeCondition.name.value === schema.getQueryType()?.name;
  return isOnRoot ? { ...fragment, selectionSet: keepIntrospection(fragment.selectionSet) } : fragment;
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
