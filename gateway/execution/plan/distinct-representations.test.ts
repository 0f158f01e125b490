import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistinctRepresentations } from './distinct-representations.js';

const leaf = fc.oneof(
  fc.constantFrom('1', 'a', '[1]', '{"a":1}', '', 'null', '__proto__'),
  fc.constantFrom(1, 2, null, true, 'true', 0),
  fc.constantFrom([1], ['1'], { a: 1 }, { a: '1' }, []),
);
const keyed = fc.record({ __typename: fc.constantFrom('A', 'B'), tenant: leaf, host: leaf });
const varied = fc.oneof(keyed, fc.record({ __typename: fc.constant('A'), host: leaf }), fc.record({ tenant: leaf }));

test.each([
  { title: 'with known fields', fields: ['__typename', 'tenant', 'host'], each: keyed },
  { title: 'with one field', fields: ['host'], each: fc.record({ host: leaf }) },
  { title: 'with different fields', fields: undefined, each: varied },
])('removes duplicate representations $title, in the order of first occurrence', ({ fields, each }) => {
  fc.assert(
    fc.property(fc.array<object>(each, { maxLength: 40 }), (values) => {
      const distinct = new DistinctRepresentations(fields);
      const indexes = values.map((value) => distinct.add(structuredClone(value) as Record<string, unknown>));
      const texts = values.map((value) => JSON.stringify(value));
      expect(distinct.representations.map((value) => JSON.stringify(value))).toEqual([...new Set(texts)]);
      expect(indexes).toEqual(texts.map((text) => [...new Set(texts)].indexOf(text)));
    }),
  );
});
