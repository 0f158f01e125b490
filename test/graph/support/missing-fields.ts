import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';

/**
 * The fields, as `Type.field`, that one result has and another lacks because they are null. The operation must have no
 * aliases.
 * @throws {Error} if the results differ otherwise
 */
export function missingFields(type: GraphQLObjectType, whole: object, rest: object): string[] {
  const lost = new Set<string>();
  compareObjects({ type, whole, rest, lost });
  return [...lost].toSorted();
}

interface Compared {
  readonly type: GraphQLObjectType;
  readonly whole: object;
  readonly rest: object;
  readonly lost: Set<string>;
}

function compareObjects({ type, whole, rest, lost }: Compared): void {
  for (const [name, value] of Object.entries(whole)) {
    const fieldType = getNamedType(type.getFields()[name]?.type);
    const place = `${type.name}.${name}`;
    const compare = (expected: unknown, actual: unknown): void => {
      if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
        for (const [index, item] of expected.entries()) compare(item, actual[index]);
      } else if (expected !== null && actual === null) lost.add(place);
      else if (isObject(expected) && isObject(actual) && isObjectType(fieldType)) {
        compareObjects({ type: fieldType, whole: expected, rest: actual, lost });
      } else if (JSON.stringify(expected) !== JSON.stringify(actual)) throw new Error(`${place} is another one`);
    };
    compare(value, (rest as Readonly<Record<string, unknown>>)[name]);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
