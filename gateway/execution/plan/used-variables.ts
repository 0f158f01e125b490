import { type DocumentNode, visit } from 'graphql';

/** The document without definitions of variables that it does not use. */
export function withUsedVariables(document: DocumentNode): DocumentNode {
  const used = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  return visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? false : null),
  });
}
