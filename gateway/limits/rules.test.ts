import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { doublingFragments, ruleErrors } from '../../test/gateway/support/rule-errors.js';
import { limitRules } from './index.js';

const schema = buildSchema('type Query { me: Query }');
const noCosts = { fields: new Map(), types: new Map(), inputFields: new Map() };
const highLimits = {
  maxTokens: 1000,
  maxOperations: 1000,
  maxDepth: 1000,
  maxAliases: 1000,
  maxDirectives: 1000,
  maxRootFields: 1000,
  maxCost: 1000,
};

test.each([
  ['max_operations', { maxOperations: 1 }, 'query A { me } query B { me }', 1],
  ['max_tokens', { maxTokens: 2 }, '{ me { me { me } } }', 2],
  ['max_depth', { maxDepth: 2 }, '{ me { me { me } } }', 2],
  ['max_aliases', { maxAliases: 1 }, '{ a: me b: me }', 1],
  ['max_directives', { maxDirectives: 0 }, '{ me @skip(if: false) }', 0],
  ['directives_at_one_place', {}, `{ me ${'@skip(if: false)'.repeat(6)} }`, 5],
  ['max_root_fields', { maxRootFields: 1 }, '{ a: me b: me }', 1],
  ['max_deferred_fragments', {}, `{ me { ${'... @defer { me }'.repeat(21)} } }`, 20],
])(
  'reports the name and the maximum of %s for a document that exceeds only this limit',
  (limit, limits, document, maximum) => {
    const errors = validate(schema, parse(document), limitRules({ ...highLimits, ...limits }, noCosts));
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'LIMIT_EXCEEDED', limit, maximum }]);
  },
);

test('uses the error code of limits for a document that is nested too deeply', () => {
  const document = parse(`{ ${'... {'.repeat(200)} me ${'}'.repeat(200)} }`);
  const errors = validate(schema, document, limitRules(highLimits, noCosts));
  expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'LIMIT_EXCEEDED' }]);
});

test('accepts a document exactly at the limits', () => {
  const atLimits = limitRules(
    { ...highLimits, maxOperations: 1, maxTokens: 2, maxDepth: 2, maxRootFields: 1 },
    noCosts,
  );
  expect(atLimits.flatMap((rule) => ruleErrors(rule, '{ me { name } }'))).toEqual([]);
});

const rules = limitRules({ ...highLimits, maxTokens: 4, maxDepth: 1, maxRootFields: 1 }, noCosts);

test.each([
  ['spreads an unknown fragment', '{ ...Missing }', 0],
  ['spreads a fragment that contains itself', '{ ...F } fragment F on Query { me ...F }', 0],
  ['has a fragment of two levels and one root field', '{ ...F } fragment F on Query { me { name } }', 1],
  ['has a fragment of two root fields', '{ ...F } fragment F on Query { me people }', 1],
])('applies the limits to a document that %s', (_, document, rejections) => {
  expect(rules.flatMap((rule) => ruleErrors(rule, document))).toHaveLength(rejections);
});

test('counts root fragments that double at each of 60 levels without expanding them', () => {
  const doubled = doublingFragments(60).replaceAll('Person { name', 'Query { __typename').replaceAll('Person', 'Query');
  const errors = rules.flatMap((rule) => ruleErrors(rule, `{ ...F0 } ${doubled}`));
  expect(errors).toEqual([
    expect.stringContaining('selects too many fields'),
    expect.stringContaining('aliases and repeated fields'),
    expect.stringContaining(`has ${2 ** 60} root fields; at most 1`),
  ]);
});
