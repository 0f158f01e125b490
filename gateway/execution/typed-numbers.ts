import {
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type VariableDefinitionNode,
} from 'graphql';
import { isCustomScalar } from './custom-scalar.js';
import { type ExactNumber, isExactNumber } from './exact-number.js';
import { namedTypeOf } from './planning/join-directives.js';

type JsonMap = Record<string, unknown>;

/**
 * Converts the numbers in variables that were read with all of their digits (`JSON.rawJSON`) to what their types
 * accept: integers of `ID` to strings, others to JavaScript numbers. Numbers of custom scalars remain, so fetches send
 * all of their digits.
 */
export function withTypedNumbers(
  variables: Readonly<JsonMap>,
  { schema, definitions = [] }: { schema: GraphQLSchema; definitions: readonly VariableDefinitionNode[] | undefined },
): JsonMap {
  const types = new Map(
    definitions.map(({ variable, type }) => [variable.name.value, schema.getType(namedTypeOf(type))]),
  );
  return mapValues(variables, (name) => types.get(name));
}

function mapValues(values: Readonly<JsonMap>, typeOf: (name: string) => GraphQLNamedType | undefined): JsonMap {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedValue(value, typeOf(name))]));
}

function typedValue(value: unknown, type: GraphQLNamedType | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return typedNumber(value, type);
  if (Array.isArray(value)) return value.map((item) => typedValue(item, type));
  if (!isInputObjectType(type)) return value;
  const fields = type.getFields();
  return mapValues(value as JsonMap, (name) => getNamedType(fields[name]?.type)); // Neither null nor a list.
}

function typedNumber(value: ExactNumber, type: GraphQLNamedType | undefined): unknown {
  const number = Number(value.rawJSON);
  // `1.0` is 1, as in requests without numbers that JavaScript would round.
  if (Number.isSafeInteger(number)) return number;
  if (isCustomScalar(type)) return value;
  return type === GraphQLID && /^-?\d+$/.test(value.rawJSON) ? value.rawJSON : number;
}
