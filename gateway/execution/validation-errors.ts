import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationRule, validate } from 'graphql';

/**
 * Validates a document. graphql-js throws an error, which is returned here, if it cannot evaluate `@skip` or `@include`
 * on the root field of a subscription, for example because it depends on a variable.
 */
export function validationErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  { rules, maxErrors }: { rules: readonly ValidationRule[]; maxErrors?: number },
): readonly GraphQLError[] {
  try {
    return validate(schema, document, rules, { maxErrors });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}
