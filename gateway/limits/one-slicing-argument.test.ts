import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readCostModel } from './cost-model.js';
import { oneSlicingArgumentRule } from './one-slicing-argument.js';
import { compileCost } from './operation-cost.js';

const sdl = `
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
  input Page { size: Int first: Int }
  type Query {
    people(first: Int, last: Int): [Int!] @listSize(slicingArguments: ["first", "last"])
    standard(first: Int = 5, last: Int): [Int!] @listSize(slicingArguments: ["first", "last"], requireOneSlicingArgument: true)
    nested(page: Page): [Int!] @listSize(slicingArguments: ["page.first"])
    free(first: Int, last: Int): [Int!] @listSize(slicingArguments: ["first", "last"], requireOneSlicingArgument: false)
    assumed: [Int!] @listSize(assumedSize: 5)
  }
`;
const schema = buildSchema(sdl);
const model = readCostModel(sdl);
const noneMessage =
  'The field "Query.people" requires exactly one of the arguments first, last, but none is passed. Pass one of them with a number.';
const bothMessage = noneMessage.replace('none is', '2 are');

function errorsOf(text: string): string[] {
  return validate(schema, parse(text), [oneSlicingArgumentRule(model)]).map(({ message }) => message);
}

function costOf(text: string, variables: Record<string, unknown>): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return compileCost({ schema, model, document, operation })(variables);
}

describe('a field that requires one slicing argument', () => {
  test.each<[string, string, unknown[]]>([
    ['none is passed', '{ people }', [noneMessage]],
    ['null is passed', '{ people(first: null) }', [noneMessage]],
    ['both are passed', '{ people(first: 1, last: 1) }', [bothMessage]],
    ['both are passed in a fragment', '{ ...F } fragment F on Query { people(first: 1, last: 1) }', [bothMessage]],
    ...['{ nested }', '{ nested(page: {}) }', '{ nested(page: { size: 1 }) }', '{ nested(page: 5) }'].map(
      (document): [string, string, unknown[]] => [
        'an input object lacks the argument',
        document,
        [expect.stringContaining('requires the argument page.first')],
      ],
    ),
  ])('is rejected if %s', (_, document, errors) => {
    expect(errorsOf(document)).toEqual(errors);
  });

  test.each([
    '{ people(first: 1) }',
    '{ people(first: null, last: 1) }',
    '{ nested(page: { first: 1 }) }',
    '{ standard }',
    '{ standard(last: 3) }',
    '{ free }',
    '{ free(first: 1, last: 1) }',
    '{ assumed }',
    'query ($n: Int, $m: Int) { people(first: $n, last: $m) }',
    'query ($page: Page) { nested(page: $page) }',
    '{ unknown }',
  ])('is accepted: %s', (document) => {
    expect(errorsOf(document)).toEqual([]);
  });

  test('is rejected with a code and the names of the arguments', () => {
    const [error] = validate(schema, parse('{ people }'), [oneSlicingArgumentRule(model)]);
    expect(error?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED', slicingArguments: ['first', 'last'] });
  });
});

describe('slicing arguments that are variables', () => {
  const document = 'query ($n: Int, $m: Int, $skip: Boolean = false) { people(first: $n, last: $m) @skip(if: $skip) }';

  test.each([
    [{}, noneMessage],
    [{ n: null }, noneMessage],
    [{ n: 1, m: 2 }, bothMessage],
  ])('are rejected with %j', (variables, message) => {
    expect(() => costOf(document, variables)).toThrow(message);
  });

  test.each([{ n: 1 }, { m: 2 }, { n: 1, m: null }, { skip: true }])('are accepted with %j', (variables) => {
    expect(() => costOf(document, variables)).not.toThrow();
  });

  test('may be absent if an argument has a default value', () => {
    const standard = 'query ($n: Int, $m: Int) { standard(first: $n, last: $m) }';
    expect(() => costOf(standard, {})).not.toThrow();
    expect(() => costOf(standard, { m: 2 })).not.toThrow();
    expect(() => costOf(standard, { n: 1, m: 2 })).toThrow('2 are passed');
  });
});
