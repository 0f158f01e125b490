import {
  type GraphQLLeafType,
  type GraphQLOutputType,
  isEnumType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** Whether a value may stand for a leaf type in JSON. Custom scalars may be anything. */
export function isValidLeaf(type: GraphQLLeafType, value: unknown): boolean {
  if (isEnumType(type))
    return typeof value === 'string' && type.getValue(value) !== undefined && type.getValue(value) !== null;
  if (!isSpecifiedScalarType(type)) return true;
  switch (type.name) {
    case 'Boolean':
      return typeof value === 'boolean';
    case 'Int':
      return Number.isInteger(value);
    case 'Float':
      return typeof value === 'number' && Number.isFinite(value);
    case 'ID':
      return typeof value === 'string' || Number.isInteger(value);
    default:
      return typeof value === 'string';
  }
}

/** Source text of a test that is false for values that need no completion, so that most leaves cost a `typeof`. */
export function typeofTest(type: GraphQLOutputType, variable: string): string {
  const named = isNonNullType(type) ? type.ofType : type;
  if (!isScalarType(named)) return 'true';
  if (named.name === 'String' || named.name === 'ID') return `typeof ${variable} !== "string"`;
  return named.name === 'Boolean' ? `typeof ${variable} !== "boolean"` : 'true';
}
