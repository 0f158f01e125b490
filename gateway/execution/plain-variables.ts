import { Kind, print, type TypeNode, type VariableDefinitionNode } from 'graphql';

/** The coerced variables, or undefined where they need a closer look. */
export type CoercePlain = (variables: Readonly<Record<string, unknown>>) => Record<string, unknown> | undefined;

const maxInt = 2 ** 31 - 1;

/** What each built-in scalar takes as it is (GraphQL specification, section 3.5). */
const takesAsItIs: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= maxInt && !Object.is(value, -0),
};

/** Representations of entities are of a scalar that takes every value (https://specs.apollo.dev/federation, "_Any"). */
function takesRepresentations(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item !== null && item !== undefined);
}

interface PlainVariable {
  readonly name: string;
  takes(value: unknown): boolean;
}

/**
 * Coerces the variables of most requests: built-in scalars that were sent in the form that they are coerced to, and representations. Whatever is
 * missing, null or of another form is left to the library, which also says what is wrong.
 */
export function plainCoercion(definitions: readonly VariableDefinitionNode[]): CoercePlain {
  const plain: PlainVariable[] = [];
  for (const { variable, type } of definitions) {
    const takes = isRepresentations(type) ? takesRepresentations : takesAsItIs[scalarNameOf(type) ?? ''];
    if (takes === undefined) return () => undefined;
    plain.push({ name: variable.name.value, takes });
  }
  return function coerce(variables) {
    const coerced: Record<string, unknown> = {};
    for (const { name, takes } of plain) {
      const value = variables[name];
      if (!takes(value) || !Object.hasOwn(variables, name)) return undefined;
      coerced[name] = value;
    }
    return coerced;
  };
}

function isRepresentations(type: TypeNode): boolean {
  return print(type) === '[_Any!]!';
}

/** The name of a type that is no list. */
function scalarNameOf(type: TypeNode): string | undefined {
  if (type.kind === Kind.NON_NULL_TYPE) return scalarNameOf(type.type);
  return type.kind === Kind.NAMED_TYPE ? type.name.value : undefined;
}
