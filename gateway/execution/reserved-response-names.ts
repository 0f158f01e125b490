import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/**
 * Refuses other fields under the response name `__typename`: the plans of a federated graph read an object's type there, and
 * a client must not be able to tell them another one.
 */
export function reservedResponseNamesRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.alias?.value !== '__typename' || node.name.value === '__typename') return;
      context.reportError(
        new GraphQLError(`The alias "__typename" is reserved; "${node.name.value}" needs another one.`, {
          nodes: node,
        }),
      );
    },
  };
}
