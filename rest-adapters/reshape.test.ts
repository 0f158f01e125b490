import { describe, expect, test } from 'vitest';
import { needsReshaping, writeReshaped } from './reshape.js';
import type { FieldShape, ObjectShape, Shape } from './response-shape.js';

const said = { variables: {}, exact: undefined };
const scalar: Shape = { kind: 'scalar', nullable: true, scalar: 'Int' };

function field(name: string, properties: Partial<FieldShape> = {}): FieldShape {
  return {
    name,
    description: undefined,
    shape: scalar,
    inline: false,
    echo: undefined,
    constant: undefined,
    ...properties,
  };
}

function object(...fields: FieldShape[]): ObjectShape {
  return { kind: 'object', nullable: true, name: undefined, fields };
}

describe('an answer whose shape differs from its data', () => {
  const shape = object(
    field('status', { constant: 'ok' }),
    field('alert', {
      inline: true,
      shape: object(field('id'), field('state', { shape: { kind: 'enum', nullable: false, values: [] } })),
    }),
    field('sizes', { shape: { kind: 'list', nullable: true, item: object(field('size')) } }),
  );

  test('has constants, inlined fields and lower case enum values', () => {
    const data = { sizes: [{ size: 1.5 }, null], alert: { state: 'FALSE_POSITIVE', id: 7, more: 1 } };
    expect(writeReshaped({ shape, data, said })).toBe(
      '{"status":"ok","id":7,"state":"false_positive","sizes":[{"size":1.5},null]}',
    );
  });

  test('null stays null', () => {
    expect(writeReshaped({ shape, data: null, said })).toBe('null');
    expect(writeReshaped({ shape: object(field('a')), data: {}, said })).toBe('{"a":null}');
  });

  test('repeats integers of any size', () => {
    const echoing = object(field('offset', { echo: 'offset' }), field('limit', { echo: 'limit' }));
    const repeats = { variables: { offset: 2147483647 }, exact: new Map([['offset', '99999999999999999999']]) };
    expect(writeReshaped({ shape: echoing, data: { offset: 2147483647, limit: 5 }, said: repeats })).toBe(
      '{"offset":99999999999999999999,"limit":5}',
    );
  });

  test('repeats texts as they were sent', () => {
    const echoing = object(field('id', { echo: 'id' }), field('other', { echo: 'other' }));
    const repeats = { variables: { id: 'ABC' }, exact: undefined };
    expect(writeReshaped({ shape: echoing, data: { id: 'abc', other: 'x' }, said: repeats })).toBe(
      '{"id":"ABC","other":"x"}',
    );
  });
});

test('only constants, inlined fields and repeated texts, at any depth, need reshaping', () => {
  const text: Shape = { kind: 'scalar', nullable: false, scalar: 'ID' };
  expect(needsReshaping(object(field('a', { echo: 'a', shape: text })))).toBe(true);
  expect(needsReshaping(object(field('a', { echo: 'a' })))).toBe(false);
  expect(needsReshaping(object(field('a', { constant: 'x' })))).toBe(true);
  const deep = object(field('a', { inline: true, shape: object() }));
  expect(needsReshaping({ kind: 'list', nullable: false, item: object(field('b', { shape: deep })) })).toBe(true);
});
