import { type ASTVisitor, GraphQLError, getNamedType, type ValidationContext } from 'graphql';
import { isCustomScalar } from '../execution/index.js';

/** Rejects integers of custom scalars that Apollo's gateway, which reads literals as JavaScript values, would round. */
export function roundedLiteralsRule(context: ValidationContext): ASTVisitor {
  return {
    IntValue(node) {
      const type = getNamedType(context.getInputType());
      const isCustom = type === undefined || isCustomScalar(type);
      if (!isCustom || Number.isSafeInteger(Number(node.value))) return;
      const message = `The engine apollo would round the number ${node.value}: send it as a variable.`;
      context.reportError(new GraphQLError(message, { nodes: node }));
    },
  };
}
