import { buildSchema, parse, type ValidationRule, validate } from 'graphql';

const schema = buildSchema(`
  type Query { me: Person, people(first: Int): [Person] }
  type Person { name: String, friend: Person, friends: [Person] }
`);

/** The error messages of a rule for a document. */
export function ruleErrors(rule: ValidationRule, document: string): string[] {
  return validate(schema, parse(document), [rule]).map((error) => error.message);
}

/** Fragments that each spread the next one twice, which expand to 2^levels fields. */
export function doublingFragments(levels: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment F${level} on Person { ...F${level + 1} ...F${level + 1} }`,
  );
  return `${fragments.join('\n')} fragment F${levels} on Person { name }`;
}
