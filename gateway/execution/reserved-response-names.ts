import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/**
 * Rejects reserved aliases: `__typename`, from which plans read an object's type, and `__proto__`, which sets the
 * prototype of objects. Also rejects variables with the name `__proto__`, whose values would be lost.
 */
export function reservedResponseNamesRule(context: ValidationContext): ASTVisitor {
  return {
    VariableDefinition({ variable }) {
      if (variable.name.value !== '__proto__') return;
      const message = 'The variable "$__proto__" is reserved; it requires another name.';
      context.reportError(new GraphQLError(message, { nodes: variable }));
    },
    Field(node) {
      const alias = node.alias?.value;
      if (alias === undefined || alias === node.name.value || (alias !== '__typename' && alias !== '__proto__')) return;
      const message = `The alias "${alias}" is reserved; "${node.name.value}" requires another one.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}
