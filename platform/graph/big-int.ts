import { GraphQLError, GraphQLScalarType, Kind, print } from 'graphql';
import { isExactNumber } from '../parse-exactly.js';

const description =
  'An integer from −9007199254740991 to 9007199254740991 (2^53 − 1), as a JSON number: exact in every language that reads JSON numbers as doubles.';

/** Scalar for integers that may exceed `Int`: bytes, sequence numbers, counts of rows. */
export const GraphQLBigInt = new GraphQLScalarType<number, number>({
  name: 'BigInt',
  description,
  serialize: requireSafeInteger,
  parseValue: requireSafeInteger,
  parseLiteral(node) {
    if (node.kind === Kind.INT) return requireSafeInteger(Number(node.value));
    throw new GraphQLError(`BigInt must be an integer, not ${print(node)}`, { nodes: node });
  },
});

function requireSafeInteger(value: unknown): number {
  const number = isExactNumber(value) ? Number(value.rawJSON) : value;
  if (Number.isSafeInteger(number)) return number as number; // isSafeInteger implies a number.
  throw new GraphQLError(
    `BigInt must be an integer from −(2^53 − 1) to 2^53 − 1, not ${String(JSON.stringify(value)).slice(0, 100)}`,
  );
}
