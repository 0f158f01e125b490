import { expect, test } from 'vitest';
import { provesSameOrigin } from './same-origin.js';
import { sessionCookies } from './session-cookie.js';

const headers = { host: 'rampart.example:8443' };

test.each([
  ['https://rampart.example', '__Host-s=v; Path=/; HttpOnly; Secure; SameSite=Strict'],
  ['http://rampart.example', 's=v; Path=/; HttpOnly; SameSite=Strict'],
  ['', 's-8443=v; Path=/; HttpOnly; SameSite=Strict'],
])('with the public URL %j, a cookie is %s', (publicUrl, expected) => {
  expect(sessionCookies({ publicUrl }).set(headers, { name: 's', value: 'v' })).toBe(expected);
});

test.each([
  ['a=1; __Host-s=v; b=2', 'v'],
  ['__Host-s=v;b=2', 'v'],
  ['s=v', undefined],
  ['x__Host-s=v', undefined],
  ['__Host-s=v; __Host-s=w', undefined],
  [`__Host-s=${'v'.repeat(20_000)}`, undefined],
])('the session cookie in the header $0 has the value $1', (cookie, expected) => {
  expect(sessionCookies({ publicUrl: 'https://rampart.example' }).read({ cookie }, 's')).toBe(expected);
});

test('each of two servers on one host reads its own cookie', () => {
  const cookies = sessionCookies({ publicUrl: '' });
  const cookie = 's-4000=one; s-4001=other';
  expect(cookies.read({ host: 'localhost:4001', cookie }, 's')).toBe('other');
  expect(cookies.read({ host: '[::1]:4000', cookie }, 's')).toBe('one');
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'none', origin: 'https://elsewhere.example' }, false],
  [{ 'sec-fetch-site': 'same-site', 'x-rampart-session': '1' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://rampart.example' }, false],
  [{ origin: 'https://rampart.example' }, true],
  [{ origin: 'http://backend:4000' }, true],
  [{ origin: 'https://other.rampart.example', 'x-rampart-session': '1' }, false],
  [{ origin: 'null' }, false],
  [{ 'x-rampart-session': '1' }, true],
  [{ 'content-type': 'application/json' }, false],
  [{}, false],
] as const)('a request with the headers %j proves its origin: %s', (input, expected) => {
  const ownOrigin = 'https://rampart.example';
  expect(provesSameOrigin({ host: 'backend:4000', ...input }, { ownOrigin })).toBe(expected);
});
