import {
  type ASTVisitor,
  type FloatValueNode,
  GraphQLError,
  GraphQLFloat,
  getNamedType,
  type IntValueNode,
  type ValidationContext,
} from 'graphql';

/** Rejects literals of `Float` that exceed its range (GraphQL specification, section 3.5.2), such as `1e400`. */
export function finiteFloatsRule(context: ValidationContext): ASTVisitor {
  const check = (node: IntValueNode | FloatValueNode): void => {
    if (Number.isFinite(Number(node.value)) || getNamedType(context.getInputType()) !== GraphQLFloat) return;
    context.reportError(new GraphQLError(`Float cannot represent the number ${node.value}.`, { nodes: node }));
  };
  return { IntValue: check, FloatValue: check };
}
