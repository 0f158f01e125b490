import { Kind, print, type TypeNode, type VariableDefinitionNode } from 'graphql';

/** Coerces variables; undefined if they need the general algorithm. */
export type CoercePlain = (variables: Readonly<Record<string, unknown>>) => Record<string, unknown> | undefined;

const maxInt = 2 ** 31 - 1;

/** Tests whether a built-in scalar accepts a value unchanged, by scalar name (GraphQL specification, section 3.5). */
const acceptsUnchanged: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= maxInt && !Object.is(value, -0),
};

/**
 * Whether a value is a list of representations, whose type accepts any value (https://specs.apollo.dev/federation,
 * "_Any").
 */
function acceptsRepresentations(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item !== null && item !== undefined);
}

interface PlainVariable {
  readonly name: string;
  accepts(value: unknown): boolean;
}

/**
 * Compiles a fast path for the variables of most requests: built-in scalars that need no conversion, and
 * representations. Missing, null and other values are left to graphql-js, which also reports errors.
 */
export function compilePlainCoercion(definitions: readonly VariableDefinitionNode[]): CoercePlain {
  const plain: PlainVariable[] = [];
  for (const { variable, type } of definitions) {
    const accepts = isRepresentations(type) ? acceptsRepresentations : acceptsUnchanged[scalarNameOf(type) ?? ''];
    if (accepts === undefined) return () => undefined;
    plain.push({ name: variable.name.value, accepts });
  }
  return function coerce(variables) {
    const coerced: Record<string, unknown> = {};
    for (const { name, accepts } of plain) {
      const value = variables[name];
      if (!accepts(value) || !Object.hasOwn(variables, name)) return undefined;
      coerced[name] = value;
    }
    return coerced;
  };
}

function isRepresentations(type: TypeNode): boolean {
  return print(type) === '[_Any!]!';
}

/** The name of a type that is not a list; undefined for a list. */
function scalarNameOf(type: TypeNode): string | undefined {
  if (type.kind === Kind.NON_NULL_TYPE) return scalarNameOf(type.type);
  return type.kind === Kind.NAMED_TYPE ? type.name.value : undefined;
}
