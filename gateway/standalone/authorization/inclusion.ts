import { type OperationDefinitionNode, type SelectionNode, valueFromASTUntyped } from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** The variables of a request with their defaults, for evaluating conditions. */
export function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return { ...Object.fromEntries(defaults), ...variables };
}

/** Whether `@skip` and `@include` include the selection. */
export function isIncluded({ directives = [] }: SelectionNode, variables: Variables): boolean {
  return directives.every(({ name, arguments: values = [] }) => {
    if (name.value !== 'skip' && name.value !== 'include') return true;
    const condition = values.find((argument) => argument.name.value === 'if')?.value;
    const isTrue = condition !== undefined && valueFromASTUntyped(condition, { ...variables }) === true;
    return name.value === 'include' ? isTrue : !isTrue;
  });
}
