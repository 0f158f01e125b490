import { type GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql';
import { withCode } from './errors.js';

export type CoercedVariables =
  | { readonly coerced: Record<string, unknown>; readonly errors?: undefined }
  | { readonly coerced?: undefined; readonly errors: readonly GraphQLError[] };

/** Maximum number of errors before the coercion stops. `execute` of graphql-js has the same limit. */
const maxErrors = 50;

/**
 * Coerces the variables of an operation (GraphQL specification, section 6.1.2).
 * @returns the coerced values, or errors with the code BAD_USER_INPUT
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const { coerced, errors } = getVariableValues(schema, definitions, variables, { maxErrors });
  return errors === undefined ? { coerced } : { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) };
}
