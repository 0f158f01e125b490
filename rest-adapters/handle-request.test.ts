import { expect, test } from 'vitest';
import { readLastValues } from './handle-request.js';

test.each<[query: string, values: Record<string, string>]>([
  ['', {}],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: '2' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['&&a=1&', { a: '1' }],
  ['a=x+y%2B', { a: 'x y+' }],
  ['%61=1', { a: '1' }],
  ['a=%zz%', { a: '%zz%' }],
  ['a=%C3%A9', { a: 'é' }],
  ['a=%ff', { a: '\ufffd' }],
  ['a=1;b=2', { a: '1;b=2' }],
  ['__proto__=1', { ['__proto__']: '1' }],
])('the last value of each parameter is read from the query string %j', (query, values) => {
  expect([...readLastValues(query)]).toEqual(Object.entries(values));
});
