import {
  type GraphQLLeafType,
  type GraphQLOutputType,
  isEnumType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { isExactNumber } from '../exact-number.js';

/** Returns a function that tests whether a JSON value is valid for a leaf type. Custom scalars accept any value. */
export function leafTest(type: GraphQLLeafType): (value: unknown) => boolean {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name));
    return (value) => names.has(value);
  }
  if (!isSpecifiedScalarType(type)) return () => true;
  switch (type.name) {
    case 'Boolean':
      return (value) => typeof value === 'boolean';
    case 'Int':
      return Number.isInteger;
    case 'Float':
      return (value) => Number.isFinite(value) || isExactNumber(value);
    case 'ID':
      return (value) => typeof value === 'string' || Number.isInteger(value) || isExactNumber(value);
    default:
      return (value) => typeof value === 'string';
  }
}

/**
 * Source text of an expression that is false for values that need no completion; for most leaf types, it is a `typeof`
 * comparison.
 */
export function completionTestSource(type: GraphQLOutputType, variable: string): string {
  const nullableType = isNonNullType(type) ? type.ofType : type;
  if (!isScalarType(nullableType)) return 'true';
  if (nullableType.name === 'String' || nullableType.name === 'ID') return `typeof ${variable} !== "string"`;
  return nullableType.name === 'Boolean' ? `typeof ${variable} !== "boolean"` : 'true';
}
