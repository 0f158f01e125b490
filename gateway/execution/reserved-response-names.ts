import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/**
 * Rejects reserved aliases: `__typename`, from which plans read an object's type, and `__proto__`, which sets the
 * prototype of objects.
 */
export function reservedResponseNamesRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const alias = node.alias?.value;
      if (alias === undefined || alias === node.name.value || (alias !== '__typename' && alias !== '__proto__')) return;
      const message = `The alias "${alias}" is reserved; "${node.name.value}" requires another one.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}
