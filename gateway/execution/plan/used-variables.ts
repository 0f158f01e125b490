import { type DocumentNode, visit } from 'graphql';

/** Removes the definitions of unused variables from a document. */
export function withUsedVariables(document: DocumentNode): DocumentNode {
  const usedNames = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void usedNames.add(name.value),
  });
  return visit(document, {
    VariableDefinition: ({ variable }) => (usedNames.has(variable.name.value) ? false : null),
  });
}
