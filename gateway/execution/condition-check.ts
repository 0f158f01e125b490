import { type DocumentNode, GraphQLError, Kind, type VariableNode, visit } from 'graphql';
import { isDefer } from './deferral/defer-directive.js';
import { withCode } from './errors.js';
import { argumentValue, isCondition } from './selection.js';

/** Returns the errors of conditions whose variables are null; undefined if there are none. */
export type CheckConditions = (coerced: Readonly<Record<string, unknown>>) => readonly GraphQLError[] | undefined;

/**
 * Compiles the check of coerced variables in `@skip`, `@include` and `@defer`, whose argument `if` must not be null
 * (GraphQL specification, CoerceArgumentValues). A nullable variable is valid there if it or the argument has a
 * default, but the default does not replace an explicit null.
 */
export function compileConditionCheck(document: DocumentNode): CheckConditions {
  const conditions = [...conditionsOf(document)];
  return (coerced) => {
    const nulls = conditions.filter(([name]) => coerced[name] === null);
    return nulls.length === 0 ? undefined : nulls.map(([, variable]) => nullError(variable));
  };
}

/** The first use of each variable in a condition, by the name of the variable. */
function conditionsOf(document: DocumentNode): ReadonlyMap<string, VariableNode> {
  const conditions = new Map<string, VariableNode>();
  visit(document, {
    Directive(directive) {
      const value = isCondition(directive) || isDefer(directive) ? argumentValue(directive, 'if') : undefined;
      if (value?.kind === Kind.VARIABLE && !conditions.has(value.name.value)) conditions.set(value.name.value, value);
    },
  });
  return conditions;
}

function nullError(variable: VariableNode): GraphQLError {
  const message = 'Argument "if" of non-null type "Boolean!" must not be null.';
  return withCode(new GraphQLError(message, { nodes: variable }), 'BAD_USER_INPUT');
}
