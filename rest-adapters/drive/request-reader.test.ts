import { describe, expect, test } from 'vitest';
import { parameter, readerOf } from '../../test/rest/support/parameters.js';
import { readLastValues } from '../handle-request.js';
import { compileReader } from './request-reader.js';

function rejected(message: string) {
  return [400, { error: { code: 'invalidRequest', message } }];
}

describe('query parameters', () => {
  const read = readerOf(compileReader, {
    path: '/v1.0/sites/{site_id}/drive/root/delta',
    parameters: [
      parameter({ name: 'site_id', location: 'path' }),
      parameter({ name: 'token' }),
      parameter({ name: 'top' }),
      parameter({ name: 'select' }),
    ],
  });

  test.each<[query: string, variables: object]>([
    ['', {}],
    ['token=', {}],
    ['token=a%2Bb', { token: 'a+b' }],
    ['$skiptoken=b', { token: 'b' }],
    ['token=a&$skiptoken=b', { token: 'a' }],
    ['$top=5', { top: 5 }],
    ['top=5', { top: 5 }],
    ['$top=5&top=6', { top: 5 }],
    ['$top=999999999', { top: 999_999_999 }],
    ['$top=1000000000', { top: 0 }],
    ['$top=-1', { top: 0 }],
    ['$top=5x', { top: 0 }],
    ['$top=', { top: 0 }],
    ['$select=id,name', { select: 'id,name' }],
    ['select=id', { select: 'id' }],
    ['$select=', {}],
  ])('are read from the query string %j', (query, variables) => {
    expect(read({ path: { site_id: 's' }, query })).toEqual({ site_id: 's', ...variables });
  });

  test('include the site id and the search from the path', () => {
    expect(read({ path: { drive_id: 'drive-s,1,2' } })).toEqual({ site_id: 's,1,2' });
    expect(read({ path: { drive_id: 's,1,2' } })).toEqual({ site_id: '' });
    expect(read({ path: { site_id: 's', query: "it''s" } })).toEqual({ site_id: 's', query: "it's" });
  });

  test('are ignored by routes without parameters', () => {
    expect(readerOf(compileReader, {})({ query: 'token=a&top=5&select=id' })).toEqual({});
  });
});

describe('request bodies', () => {
  const read = readerOf(compileReader, {
    parameters: [
      parameter({ name: 'resource', location: 'body' }),
      parameter({ name: 'base_url', location: 'dialect' }),
    ],
  });
  const base = { base_url: 'http://localhost' };

  test.each<[body: string, variables: object]>([
    ['{"resource":"r","more":"m","flag":true,"list":["a"]}', { resource: 'r' }],
    ['{"resource":null}', {}],
    ['{"resource":"NUL \\u0000"}', { resource: 'NUL \0' }],
    [`{"resource":"${'x'.repeat(5000)}"}`, { resource: 'x'.repeat(5000) }],
  ])('$0 are reduced to the strings of the route, with the URL of the mirror', (body, variables) => {
    expect(read({ body })).toEqual({ ...base, ...variables });
  });

  const malformed = ['', '{', '[]', 'null', '5', '"text"', '{"resource":5}', '{"resource":["r"]}'];

  test.each(malformed)('%j are rejected', (body) => {
    expect(read({ body })).toEqual(rejected('The body must be a JSON object of strings'));
  });

  test('are required, and ignored by routes without a body', () => {
    expect(read()).toEqual(rejected('The body must be a JSON object of strings'));
    expect(readerOf(compileReader, {})({ body: '{' })).toEqual({});
  });
});

describe('credentials at the token endpoint', () => {
  const read = readerOf(compileReader, {
    path: '/{tenant}/oauth2/v2.0/token',
    parameters: [parameter({ name: 'client_id', location: 'body' })],
  });
  const body = 'grant_type=client_credentials&client_id=form&client_secret=a%2Bb+c';
  const form = { grant_type: 'client_credentials', client_id: 'form', client_secret: 'a+b c' };
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test.each<[string, string | undefined, object]>([
    ['in the form', undefined, form],
    ['in the form, despite another authorization scheme', 'Bearer abc', form],
    ['in the form, despite a scheme with a similar name', `Non${basic('id:secret')}`, form],
    ['in the form, despite HTTP Basic credentials without a colon', basic('nothing'), form],
    ['in the form, despite HTTP Basic credentials with spaces', `${basic('id:secret')} more`, form],
    ['of HTTP Basic', basic('id:secret'), { ...form, client_id: 'id', client_secret: 'secret' }],
    [
      'of HTTP Basic in lower case, with spaces',
      basic('id:secret').replace('Basic ', 'basic  ').concat(' '),
      { ...form, client_id: 'id', client_secret: 'secret' },
    ],
    [
      'of HTTP Basic in form encoding',
      basic('i%26d:a%3Ab:c&d+e'),
      { ...form, client_id: 'i&d', client_secret: 'a:b:c&d e' },
    ],
    ['of HTTP Basic that are empty', basic(':'), { ...form, client_id: '', client_secret: '' }],
  ])('%s are read', (_, authorization, expected) => {
    expect(read({ body, authorization })).toEqual(expected);
  });

  test('may be sent without a form', () => {
    expect(read({ authorization: basic('id:secret') })).toEqual({ client_id: 'id', client_secret: 'secret' });
    expect(read()).toEqual({});
  });
});

describe('the notification endpoint', () => {
  const read = readerOf(compileReader, { path: '/drive/notifications' });

  test('reads only string fields', () => {
    const value = [
      { subscriptionId: 's', clientState: 'c', lifecycleEvent: 'missed', more: 1 },
      { subscriptionId: 5, clientState: null },
      'text',
      null,
    ];
    expect(read({ body: JSON.stringify({ value }) })).toEqual({
      value: [
        { subscriptionId: 's', clientState: 'c', lifecycleEvent: 'missed' },
        { subscriptionId: '', clientState: null, lifecycleEvent: null },
        { subscriptionId: '', clientState: null, lifecycleEvent: null },
        { subscriptionId: '', clientState: null, lifecycleEvent: null },
      ],
    });
  });

  test.each(['', '{', 'null', '5', '[]', '{}', '{"value":{}}'])('rejects invalid notifications: %j', (body) => {
    expect(read({ body })).toEqual(rejected('The body must be a JSON object with an array named value'));
  });

  test('rejects more than 1000 notifications before it maps them', () => {
    const bodyOf = (count: number) => JSON.stringify({ value: Array(count).fill(null) });
    expect(read({ body: bodyOf(1000) })).toHaveProperty('value.length', 1000);
    expect(read({ body: bodyOf(200_000) })).toEqual(
      rejected('At most 1000 notifications are allowed per request, but there are 200000'),
    );
  });

  test.each(['validationToken=', `validationToken=${'x'.repeat(4097)}`])('rejects a validation with $0', (query) => {
    expect(read({ query })).toEqual(rejected('validationToken must have 1 to 4096 characters'));
  });

  test('returns the validation token as plain text', () => {
    const reader = compileReader({ path: '/drive/notifications' } as Parameters<typeof compileReader>[0]);
    const request = { path: {}, contentType: undefined, authorization: undefined, origin: '', body: undefined };
    const { rejection } = reader({ ...request, query: readLastValues('a=1&validationToken=a%3Cb+c') });
    expect(rejection).toEqual({ status: 200, contentType: 'text/plain; charset=utf-8', body: 'a<b c' });
    const longest = 'x'.repeat(4096);
    expect(reader({ ...request, query: readLastValues(`validationToken=${longest}`) }).rejection?.body).toBe(longest);
  });

  test('ignores a parameter that is not exactly validationToken', () => {
    expect(read({ query: 'myvalidationToken=a', body: '{"value":[]}' })).toEqual({ value: [] });
  });
});
