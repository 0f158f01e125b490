import { describe, expect, test } from 'vitest';
import { parameter, readerOf } from '../../test/rest/support/parameters.js';
import { readLastValues } from '../handle-request.js';
import { compileReader } from './request-reader.js';

const status = new Map([['false_positive', 'FALSE_POSITIVE']]);

function missing(...loc: unknown[]) {
  return { type: 'missing', loc, msg: 'Field required', input: null };
}

describe('the reader of path and query', () => {
  const read = readerOf(compileReader, {
    parameters: [
      parameter({ name: 'alert_id', location: 'path', required: true }),
      parameter({ name: 'status', kind: 'enum', enumNames: status }),
      parameter({ name: 'limit', kind: 'integer', minimum: 1 }),
      parameter({ name: 'offset', kind: 'integer' }),
      parameter({ name: 'tenant_id', required: true }),
    ],
  });
  const path = { alert_id: 'a' };

  test.each<[query: string, variables: object]>([
    ['tenant_id=acme', {}],
    ['tenant_id=other&tenant_id=acme&color=red', {}],
    ['tenant_id=acme&status=false_positive&limit=5', { status: 'FALSE_POSITIVE', limit: 5 }],
  ])('reads %s', (query, variables) => {
    expect(read({ path, query })).toEqual({ alert_id: 'a', tenant_id: 'acme', ...variables });
  });

  test('reports all errors at once, with location and input', () => {
    expect(read({ query: 'limit=0&offset=x' })).toEqual([
      422,
      {
        detail: [
          missing('path', 'alert_id'),
          {
            type: 'greater_than_equal',
            loc: ['query', 'limit'],
            msg: 'Input should be greater than or equal to 1',
            input: '0',
            ctx: { ge: 1 },
          },
          {
            type: 'int_parsing',
            loc: ['query', 'offset'],
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            input: 'x',
          },
          missing('query', 'tenant_id'),
        ],
      },
    ]);
  });

  test('reports an unknown status only if there are no other errors', () => {
    expect(read({ path, query: 'tenant_id=acme&status=gone' })).toEqual([400, { detail: 'Invalid status: gone' }]);
    expect(read({ path, query: 'status=gone' })).toEqual([422, { detail: [missing('query', 'tenant_id')] }]);
  });

  test('clamps integers beyond the range of Int, and preserves their digits', () => {
    const { parameters } = { parameters: ['limit', 'offset'].map((name) => parameter({ name, kind: 'integer' })) };
    const readExactly = compileReader({ parameters } as unknown as Parameters<typeof compileReader>[0]);
    const request = { path: {}, contentType: undefined, authorization: undefined, origin: '', body: undefined };
    const { variables, exact } = readExactly({
      ...request,
      query: readLastValues('limit=3000000000&offset=-3000000000'),
    });
    expect(variables).toEqual({ limit: 2_147_483_647, offset: -2_147_483_648 });
    expect([...(exact ?? [])]).toEqual([
      ['limit', '3000000000'],
      ['offset', '-3000000000'],
    ]);
    expect(readExactly({ ...request, query: readLastValues('limit=3') }).exact).toBeUndefined();
  });
});

describe('request bodies', () => {
  const read = readerOf(compileReader, {
    parameters: [
      parameter({ name: 'status', location: 'body', kind: 'enum', enumNames: status, required: true }),
      parameter({ name: 'notes', location: 'body', maxLength: 3 }),
    ],
  });
  const right = '{"status":"false_positive","notes":"x","more":1}';
  const variables = { status: 'FALSE_POSITIVE', notes: 'x' };
  const notAnObject = {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
  };

  test.each([undefined, '', 'application/json', 'Application/JSON ; charset=utf-8', 'application/problem+json'])(
    'with Content-Type %j are parsed as JSON',
    (contentType) => {
      expect(read({ body: right, contentType })).toEqual(variables);
    },
  );

  test.each(['text/plain', 'text/json', 'application', 'application/jsonp', 'application/json/more'])(
    'with Content-Type %j are read as strings',
    (contentType) => {
      expect(read({ body: right, contentType })).toEqual([422, { detail: [{ ...notAnObject, input: right }] }]);
    },
  );

  test.each([
    ['[1]', [1]],
    ['5', 5],
    ['"text"', 'text'],
  ])('are rejected unless they are objects: %s', (body, input) => {
    expect(read({ body })).toEqual([422, { detail: [{ ...notAnObject, input }] }]);
  });

  test.each([undefined, '', 'null'])('are reported as missing if they are %j', (body) => {
    expect(read(body === undefined ? {} : { body })).toEqual([422, { detail: [missing('body')] }]);
  });

  test('with a missing or invalid field are rejected with the input', () => {
    const tooLong = {
      type: 'string_too_long',
      loc: ['body', 'notes'],
      msg: 'String should have at most 3 characters',
      input: 'long',
      ctx: { max_length: 3 },
    };
    expect(read({ body: '{"notes":"long"}' })).toEqual([
      422,
      { detail: [{ ...missing('body', 'status'), input: { notes: 'long' } }, tooLong] },
    ]);
    expect(read({ body: '{"status":"false_positive"}' })).toEqual({ status: 'FALSE_POSITIVE' });
  });

  test('with invalid JSON are rejected with position and reason', () => {
    const issue = { type: 'json_invalid', loc: ['body', 1], msg: 'JSON decode error', input: {} };
    const reason = 'Expecting property name enclosed in double quotes';
    expect(read({ body: '{' })).toEqual([422, { detail: [{ ...issue, ctx: { error: reason } }] }]);
  });

  test.each<[string, string | Buffer]>([
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nested too deeply', '['.repeat(1000)],
  ])('are reported as unreadable if they are %s', (_, body) => {
    expect(read({ body })).toEqual([400, { detail: 'There was an error parsing the body' }]);
  });

  test('are ignored by routes without a body', () => {
    expect(readerOf(compileReader, {})({ body: '{' })).toEqual({});
  });
});
