import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';

/**
 * The fields, as `Type.field`, that one result has and another lacks because they are null. The operation must have no
 * aliases.
 * @throws {Error} if the results differ otherwise
 */
export function missingFields(type: GraphQLObjectType, complete: object, partial: object): string[] {
  const missing = new Set<string>();
  compareObjects({ type, complete, partial, lost: missing });
  return [...missing].toSorted();
}

interface ComparedObjects {
  readonly type: GraphQLObjectType;
  readonly complete: object;
  readonly partial: object;
  readonly lost: Set<string>;
}

function compareObjects({ type, complete, partial, lost }: ComparedObjects): void {
  for (const [name, value] of Object.entries(complete)) {
    const fieldType = getNamedType(type.getFields()[name]?.type);
    const place = `${type.name}.${name}`;
    const compare = (expected: unknown, actual: unknown): void => {
      if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
        for (const [index, item] of expected.entries()) compare(item, actual[index]);
      } else if (expected !== null && actual === null) lost.add(place);
      else if (isObject(expected) && isObject(actual) && isObjectType(fieldType)) {
        compareObjects({ type: fieldType, complete: expected, partial: actual, lost });
      } else if (JSON.stringify(expected) !== JSON.stringify(actual)) throw new Error(`${place} is another one`);
    };
    compare(value, (partial as Readonly<Record<string, unknown>>)[name]);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
