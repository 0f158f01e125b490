import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/**
 * Refuses aliases that mean something else to a federated graph: under `__typename` its plans read an object's type, and a client
 * must not be able to tell them another one; `__proto__` is the prototype of many an object.
 */
export function reservedResponseNamesRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const alias = node.alias?.value;
      if (alias === undefined || alias === node.name.value || (alias !== '__typename' && alias !== '__proto__')) return;
      const message = `The alias "${alias}" is reserved; "${node.name.value}" needs another one.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}
