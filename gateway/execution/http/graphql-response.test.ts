import { expect, onTestFinished, test, vi } from 'vitest';
import { readResponse } from './graphql-response.js';

const error = { message: 'broken' };

test.each<[object, object]>([
  [{ data: { a: 1 } }, { data: { a: 1 } }],
  [{ data: { a: 1 }, errors: [], more: 1 }, { data: { a: 1 } }],
  [{ data: { a: 1 }, errors: null, extensions: 5 }, { data: { a: 1 } }],
  [
    { data: null, errors: [error], extensions: { a: 1 } },
    { data: null, errors: [error], extensions: { a: 1 } },
  ],
  [{ errors: [error] }, { errors: [error] }],
  [{ data: 5, errors: [error] }, { errors: [error] }],
  [
    { errors: [{ ...error, path: ['a', 0, null, {}], extensions: { code: 'X' }, locations: [] }] },
    { errors: [{ ...error, path: ['a', 0], extensions: { code: 'X' } }] },
  ],
  [{ errors: [{ path: 'a', extensions: [] }] }, { errors: [{ message: '' }] }],
  [{ errors: ['broken', 5, null] }, { errors: [error, { message: '' }, { message: '' }] }],
])('accepts %j', (response, result) => {
  expect(readResponse(JSON.stringify(response))).toEqual(result);
});

test.each(['', '{', 'null', '5', '[]', '{}', '{"data":null}', '{"data":5}', '{"data":[],"errors":[]}'])(
  'rejects %j',
  (text) => {
    expect(readResponse(text)).toBeUndefined();
  },
);

test.each<unknown>([error, 'broken', true])('rejects data with the errors %j, which are not a list', (errors) => {
  expect(readResponse(JSON.stringify({ data: { a: 1 }, errors }))).toBeUndefined();
});

test('ignores a byte order mark before the response', () => {
  expect(readResponse('\uFEFF{"data":{"a":1}}')).toEqual({ data: { a: 1 } });
  expect(readResponse('\uFEFF\uFEFF{"data":{"a":1}}')).toBeUndefined();
});

test('preserves integers that JavaScript does not represent exactly', () => {
  const text = '{"data":{"raw":{"a":9007199254740993,"b":-12345678901234567890,"c":1234567890123456,"d":1.5}}}';
  expect(JSON.stringify(readResponse(text))).toBe(text);
});

test.each(['"a":9007199254740993', '"a": -9007199254740993', '"a":[1,9007199254740993]', '"a":[9007199254740993]'])(
  'finds the integer in %s',
  (field) => {
    const text = `{"data":{${field}}}`;
    expect(JSON.stringify(readResponse(text))).toBe(text.replace(' ', ''));
  },
);

test('reads decimals and text with many digits without a reviver, which is slow', () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const data = { decimal: 0.30000000000000004, text: '9007199254740993', list: [0.1234567890123456] };
  expect(readResponse(JSON.stringify({ data }))).toEqual({ data });
  expect(parse).toHaveBeenCalledOnce();
});

test('reads smaller integers in the same response as numbers', () => {
  const response = readResponse('{"data":{"large":9007199254740993,"small":5}}');
  expect(response).toMatchObject({ data: { small: 5 } });
});
