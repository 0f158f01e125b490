import type { PlanNode } from '@apollo/query-planner';
import { type GraphQLSchema, isNonNullType, Kind, OperationTypeNode, parse } from 'graphql';
import { responseNameOf } from '../selection.js';

/** Response names of the root fields that a fetch of a mutation must return, because they are non-null. */
export function requiredRootFields(node: PlanNode, supergraph: GraphQLSchema): readonly string[] {
  if (node.kind !== 'Fetch' || node.operationKind !== OperationTypeNode.MUTATION) return [];
  const fields = supergraph.getMutationType()?.getFields() ?? {};
  return parse(node.operation).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    return definition.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD && isNonNullType(fields[selection.name.value]?.type)
        ? [responseNameOf(selection)]
        : [],
    );
  });
}
