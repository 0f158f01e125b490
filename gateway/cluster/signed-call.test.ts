import { expect, test } from 'vitest';
import type { OperatorCaller } from '../../platform/caller.js';
import {
  callHeader,
  callLifeMilliseconds,
  clockToleranceMilliseconds,
  createCallSigner,
  createCallVerifier,
  isBodyOf,
  signatureHeader,
} from './signed-call.js';

const secret = 'the secret that gateway and subgraphs share';
const other = 'the secret that came before it, still accepted';
const to = '/subgraphs/alerts';
const body = '{"query":"{ alerts { totalCount } }"}';
const caller: OperatorCaller = { kind: 'operator', name: 'ana', role: 'analyst', tenantId: 'acme' };
const context = { caller, via: 'rest', sourceAddress: '203.0.113.7', requestId: 'r-1' } as const;

/** A gateway and a subgraph, each with its clock; both clocks stand. */
function createPair(secrets: { readonly signs?: readonly string[]; readonly accepts?: readonly string[] } = {}) {
  const clocks = { gateway: 1_000_000, subgraph: 1_000_000 };
  const sign = createCallSigner({
    secrets: secrets.signs ?? [secret],
    clock: { now: () => clocks.gateway },
    alerts: 'token',
  });
  const verify = createCallVerifier({ secrets: secrets.accepts ?? [secret], clock: { now: () => clocks.subgraph } });
  const send = (changes: { to?: string; call?: string; signature?: string } = {}) => {
    const headers = sign({ to, body, context });
    return verify({ to, call: headers[callHeader], signature: headers[signatureHeader], ...changes });
  };
  return { clocks, sign, verify, send };
}

test('a signed call says who calls, through what, from where and under which id', () => {
  expect(createPair().send()).toMatchObject({ ...context, to, alerts: 'token', at: 1_000_000 });
});

test.each([
  ['at its last moment counts', callLifeMilliseconds, 'object'],
  ['a millisecond later has expired', callLifeMilliseconds + 1, 'expired'],
  ['from a clock that is ahead as far as it may be counts', -clockToleranceMilliseconds, 'object'],
  ['from a clock that is further ahead does not', -clockToleranceMilliseconds - 1, 'early'],
])('a call %s', (_, age, expected) => {
  const { clocks, send } = createPair();
  clocks.subgraph += 60_000;
  clocks.gateway = clocks.subgraph - age;
  const answer = send();
  expect(typeof answer === 'string' ? answer : 'object').toBe(expected);
});

test('a call counts once for as long as it could be sent again', () => {
  const { clocks, sign, verify } = createPair();
  clocks.gateway += clockToleranceMilliseconds;
  const headers = sign({ to, body, context });
  const again = () => verify({ to, call: headers[callHeader], signature: headers[signatureHeader] });
  expect(again()).toMatchObject(context);
  for (const step of [0, 1, 17_500, 17_499]) {
    clocks.subgraph += step;
    expect(again()).toBe('replayed');
  }
  clocks.subgraph += clockToleranceMilliseconds + callLifeMilliseconds;
  expect(again()).toBe('expired');
});

test('a call that was signed before this process came to be may have been used in the one before', () => {
  const { clocks, send } = createPair();
  clocks.gateway -= 1;
  expect(send()).toBe('replayed');
});

test.each([
  ['another signature', { signature: Buffer.alloc(32).toString('base64url') }, 'forged'],
  ['a signature that is too short', { signature: 'AAAA' }, 'forged'],
  ['an empty signature', { signature: '' }, 'forged'],
  ['another call', { call: Buffer.from(JSON.stringify({ ...context, to })).toString('base64url') }, 'forged'],
  ['no call', { call: undefined }, 'unsigned'],
  ['no signature', { signature: undefined }, 'unsigned'],
  ['another path', { to: '/subgraphs/zones' }, 'elsewhere'],
])('a call with %s is refused', (_, changes, refusal) => {
  // The test says what a stranger may leave out.
  expect(createPair().send(changes as Record<string, string>)).toBe(refusal);
});

test('a call is for one body', () => {
  const call = createPair().send();
  if (typeof call === 'string') throw new Error(`the call was refused: ${call}`);
  expect(isBodyOf(call, body)).toBe(true);
  expect(isBodyOf(call, Buffer.from(body))).toBe(true);
  expect([`${body} `, '', 'null'].map((other) => isBodyOf(call, other))).toEqual([false, false, false]);
});

test('a call that another secret signed is forged', () => {
  expect(createPair({ signs: [other] }).send()).toBe('forged');
});

test('of several secrets the first signs and all are accepted, so that they can be changed one process at a time', () => {
  expect(createPair({ signs: [secret, other], accepts: [secret] }).send()).toMatchObject(context);
  expect(createPair({ signs: [other], accepts: [secret, other] }).send()).toMatchObject(context);
  expect(createPair({ signs: [other, secret], accepts: [secret] }).send()).toBe('forged');
});

test('what is signed in another form is no call', () => {
  const { sign, verify } = createPair();
  const bad = { ...context, requestId: 7 } as unknown as typeof context; // A gateway of another version.
  const headers = sign({ to, body, context: bad });
  expect(verify({ to, call: headers[callHeader], signature: headers[signatureHeader] })).toBe('malformed');
});

test('the secret is in nothing that is sent', () => {
  const sent = JSON.stringify(createPair().sign({ to, body, context }));
  expect(sent).not.toContain(secret);
  expect(Buffer.from(sent, 'base64').toString()).not.toContain(secret);
});
