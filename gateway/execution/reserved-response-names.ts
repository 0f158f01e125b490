import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/**
 * Rejects reserved aliases: `__typename`, from which plans read an object's type, and `__proto__`, which sets the
 * prototype of objects. Also rejects variables with the name `__proto__`, whose values would be lost.
 */
export function reservedResponseNamesRule(context: ValidationContext): ASTVisitor {
  return {
    VariableDefinition({ variable }) {
      if (variable.name.value !== '__proto__') return;
      const message = 'The variable name "$__proto__" is reserved: choose another name.';
      context.reportError(new GraphQLError(message, { nodes: variable }));
    },
    Field(node) {
      const alias = node.alias?.value;
      if (alias === undefined || alias === node.name.value || (alias !== '__typename' && alias !== '__proto__')) return;
      const message = `The alias "${alias}" is reserved: choose another alias for "${node.name.value}".`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}
