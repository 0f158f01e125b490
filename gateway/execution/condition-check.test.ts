import { buildSchema, graphqlSync } from 'graphql';
import { describe, expect, test } from 'vitest';
import { composeSupergraph } from '../supergraph.js';
import { buildGraph } from './graph.js';
import { isIncremental } from './incremental-result.js';

const typeDefs = 'type Query { a: String b: String }';
const rootValue = { a: 'A', b: 'B' };
const referenceSchema = buildSchema(typeDefs);
const graph = buildGraph({
  supergraphSdl: composeSupergraph([{ name: 'letters', typeDefs }]),
  dataSources: { letters: { execute: () => ({ data: { ...rootValue } }) } },
});

const selections = [
  ['a field', (condition: string) => `{ b a ${condition} }`],
  ['a spread', (condition: string) => `{ b ...A ${condition} } fragment A on Query { a }`],
  ['an inline fragment', (condition: string) => `{ b ... ${condition} { a } }`],
] as const;
const values = [undefined, null, true, false];
const cases = selections.flatMap(([position, selection]) =>
  ['@skip(if: $c)', '@include(if: $c)'].flatMap((condition) =>
    ['Boolean = true', 'Boolean = false'].flatMap((type) =>
      values.map((value) => ({
        position,
        condition,
        type,
        value,
        text: `query ($c: ${type}) ${selection(condition)}`,
      })),
    ),
  ),
);

const context = { requestId: 'test', signal: new AbortController().signal };

describe('a condition', () => {
  test.each(cases)(
    '$condition of $position has the result of graphql-js for $type and $value',
    async ({ text, value }) => {
      const variables = value === undefined ? {} : { c: value };
      const expected = graphqlSync({ schema: referenceSchema, source: text, rootValue, variableValues: variables });
      const result = await graph.prepare({ document: text }).execute({ variables, context });
      expect(result.errors?.map(({ message, locations }) => ({ message, locations }))).toEqual(
        expected.errors?.map(({ message, locations }) => ({ message, locations })),
      );
      expect(result.errors?.every(({ extensions }) => extensions.code === 'BAD_USER_INPUT') ?? true).toBe(true);
      expect(result.data).toEqual(expected.errors ? undefined : { ...expected.data });
    },
  );

  test('of @defer must not be null, whichever values earlier requests had', async () => {
    const prepared = graph.prepare({ document: 'query ($c: Boolean) { b ... @defer(if: $c) { a } }' });
    for (const c of [null, false, null, true, null]) {
      for (const execute of [prepared.execute, prepared.executeIncrementally]) {
        const result = (await execute?.({ variables: { c }, context })) ?? {};
        const { errors, data } = isIncremental(result) ? result.initial : result;
        if (c === null) expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
        else expect(data).toEqual(rootValue);
      }
    }
    expect(await prepared.execute({ variables: {}, context })).toEqual({ data: rootValue });
  });

  test('is reported once, if its variable is in several conditions', async () => {
    const document = 'query ($c: Boolean = true) { b @skip(if: $c) a @include(if: $c) }';
    const { errors } = await graph.prepare({ document }).execute({ variables: { c: null }, context });
    expect(errors).toHaveLength(1);
  });
});
