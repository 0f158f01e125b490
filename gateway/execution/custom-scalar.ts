import { type GraphQLNamedType, isScalarType, isSpecifiedScalarType } from 'graphql';

/** Whether a type is a scalar that the GraphQL specification does not define, so its values can have any form. */
export function isCustomScalar(type: GraphQLNamedType | null | undefined): boolean {
  return isScalarType(type) && !isSpecifiedScalarType(type);
}
