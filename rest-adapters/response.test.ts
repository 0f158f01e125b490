import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileBody, type RequestInput } from './response.js';
import type { FieldShape, ObjectShape, Shape } from './response-shape.js';

const input = { variables: {}, exact: undefined };

function scalar(name: string): Shape {
  return { kind: 'scalar', nullable: true, scalar: name };
}

function field(name: string, properties: Partial<FieldShape> = {}): FieldShape {
  return {
    name,
    wireName: name,
    description: undefined,
    shape: scalar('Int'),
    inline: false,
    echo: undefined,
    constant: undefined,
    phrase: undefined,
    absentWhenNull: false,
    header: undefined,
    ...properties,
  };
}

function object(...fields: FieldShape[]): ObjectShape {
  return { kind: 'object', nullable: true, name: undefined, fields };
}

/** The body that is sent. */
function bodyText(shape: Shape, value: unknown, request: RequestInput = input): string {
  return JSON.stringify(compileBody(shape)(value, request));
}

function list(item: Shape): Shape {
  return { kind: 'list', nullable: true, item };
}

describe('the response body', () => {
  test('contains values of every kind', () => {
    const shape = object(
      field('text', { shape: scalar('String') }),
      field('id', { shape: scalar('ID') }),
      field('whole'),
      field('part', { shape: scalar('Float') }),
      field('flag', { shape: scalar('Boolean') }),
      field('time', { shape: scalar('DateTime') }),
      field('anything', { shape: scalar('JSON') }),
      field('names', { shape: list(scalar('String')) }),
      field('none', { shape: scalar('String') }),
    );
    const data = {
      text: 'say "hi"\n\u2028 \u0007 \ud83d\ude00 \ud800',
      id: 7,
      whole: -3,
      part: 1.5e-7,
      flag: false,
      time: new Date(0),
      anything: { deep: [1, null] },
      names: ['a', null, '\\'],
      none: null,
    };
    expect(bodyText(shape, data)).toBe(JSON.stringify(data));
  });

  test('contains any field name and string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }), (name, text) => {
        const shape = object(field(name, { shape: scalar('String') }));
        const data = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(text)}}`);
        expect(JSON.parse(bodyText(shape, data))).toEqual(data);
      }),
    );
    expect(bodyText(object(field('toString')), {})).toBe('{"toString":null}');
  });

  test('contains constants, inlined fields and lowercase enum values', () => {
    const state: Shape = { kind: 'enum', nullable: false, names: ['FALSE_POSITIVE'] };
    const shape = object(
      field('status', { constant: 'ok' }),
      field('alert', { inline: true, shape: object(field('id'), field('state', { shape: state })) }),
      field('sizes', { shape: list(object(field('size', { shape: scalar('Float') }))) }),
    );
    const data = { sizes: [{ size: 1.5 }, null], alert: { state: 'FALSE_POSITIVE', id: 7, more: 1 } };
    expect(bodyText(shape, data)).toBe('{"status":"ok","id":7,"state":"false_positive","sizes":[{"size":1.5},null]}');
  });

  test('contains null for null values at every depth, and for missing data', () => {
    expect(bodyText(object(field('a')), null)).toBe('null');
    expect(bodyText(list(object(field('a'))), null)).toBe('null');
    expect(bodyText(object(field('a')), {})).toBe('{"a":null}');
    const inlined = object(field('a', { inline: true, shape: object(field('b')) }));
    expect(bodyText(inlined, { a: null })).toBe('{"b":null}');
  });

  test('omits optional null values', () => {
    const shape = object(
      field('domain', { shape: scalar('String') }),
      field('data', { shape: scalar('String'), absentWhenNull: true }),
      field('timestamp', { shape: scalar('Float') }),
      field('more', { shape: scalar('String'), absentWhenNull: true }),
    );
    const rows = [
      { domain: 'a.example', data: 'ns.', timestamp: 1_790_000_000_123, more: 'x' },
      { domain: 'b.example', data: null, timestamp: 0, more: '' },
      { domain: 'c.example', timestamp: 1 },
    ];
    expect(bodyText(list(shape), rows)).toBe(
      '[{"domain":"a.example","data":"ns.","timestamp":1790000000123,"more":"x"},' +
        '{"domain":"b.example","timestamp":0,"more":""},{"domain":"c.example","timestamp":1}]',
    );
    const onlyAbsent = object(field('a', { absentWhenNull: true }), field('b'));
    expect(bodyText(onlyAbsent, { a: null, b: 1 })).toBe('{"b":1}');
  });

  test('converts custom scalars everywhere, including nulls', () => {
    const scalars = { Float: (value: unknown) => (value === null ? 'none' : `<${value}>`) };
    const float = scalar('Float');
    const shape = object(
      field('size', { shape: float }),
      field('count'),
      field('sizes', { shape: list(float) }),
      field('rows', { shape: list(object(field('size', { shape: float }))) }),
      field('inner', { inline: true, shape: object(field('depth', { shape: float })) }),
    );
    const data = { size: 1, count: 1, sizes: [2, null], rows: [{ size: 3 }], inner: { depth: null } };
    expect(JSON.stringify(compileBody(shape, scalars)(data, input))).toBe(
      '{"size":"<1>","count":1,"sizes":["<2>","none"],"rows":[{"size":"<3>"}],"depth":"none"}',
    );
  });

  test('inserts a value into its phrase', () => {
    const shape = object(field('detail', { shape: scalar('String'), phrase: 'API key {} deleted' }), field('other'));
    expect(bodyText(shape, { detail: 'a "b" $& {}', other: 1 })).toBe(
      '{"detail":"API key a \\"b\\" $& {} deleted","other":1}',
    );
    expect(bodyText(shape, { detail: null, other: 1 })).toBe('{"detail":null,"other":1}');
  });

  test('echoes integers of any size', () => {
    const echoing = object(field('offset', { echo: 'offset' }), field('limit', { echo: 'limit' }));
    const repeats = { variables: { offset: 2147483647 }, exact: new Map([['offset', '99999999999999999999']]) };
    expect(bodyText(echoing, { offset: 2147483647, limit: 5 }, repeats)).toBe(
      '{"offset":99999999999999999999,"limit":5}',
    );
  });

  test('echoes strings unchanged', () => {
    const text = { shape: scalar('ID') };
    const echoing = object(field('id', { echo: 'id', ...text }), field('other', { echo: 'other', ...text }));
    const repeats = { variables: { id: 'ABC' }, exact: undefined };
    expect(bodyText(echoing, { id: 'abc', other: 'x' }, repeats)).toBe('{"id":"ABC","other":"x"}');
  });
});
