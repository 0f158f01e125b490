import { Kind, type ValueNode } from 'graphql';

/** Whether a value in a document is or contains a variable. */
export function hasVariable(node: ValueNode): boolean {
  if (node.kind === Kind.VARIABLE) return true;
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  return node.kind === Kind.OBJECT && node.fields.some((field) => hasVariable(field.value));
}
