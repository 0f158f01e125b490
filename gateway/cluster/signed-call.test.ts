import { expect, test } from 'vitest';
import type { OperatorCaller } from '../../platform/caller.js';
import {
  callHeader,
  callLifetimeMs,
  clockToleranceMs,
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

/** A gateway and a subgraph, each with a clock that is stopped. */
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

test('a signed call contains the caller, the interface, the source address and the request id', () => {
  expect(createPair().send()).toMatchObject({ ...context, to, alerts: 'token', at: 1_000_000 });
});

test.each([
  ['is accepted at the end of its validity', callLifetimeMs, 'object'],
  ['is rejected one millisecond after the end of its validity', callLifetimeMs + 1, 'expired'],
  ['is accepted with the maximum clock skew', -clockToleranceMs, 'object'],
  ['is rejected beyond the maximum clock skew', -clockToleranceMs - 1, 'not-yet-valid'],
])('a call %s', (_, age, expected) => {
  const { clocks, send } = createPair();
  clocks.subgraph += 60_000;
  clocks.gateway = clocks.subgraph - age;
  const response = send();
  expect(typeof response === 'string' ? response : 'object').toBe(expected);
});

test('rejects a replayed call for as long as its timestamp is valid', () => {
  const { clocks, sign, verify } = createPair();
  clocks.gateway += clockToleranceMs;
  const headers = sign({ to, body, context });
  const verifyAgain = () => verify({ to, call: headers[callHeader], signature: headers[signatureHeader] });
  expect(verifyAgain()).toMatchObject(context);
  for (const step of [0, 1, 17_500, 17_499]) {
    clocks.subgraph += step;
    expect(verifyAgain()).toBe('replayed');
  }
  clocks.subgraph += clockToleranceMs + callLifetimeMs;
  expect(verifyAgain()).toBe('expired');
});

test('rejects a call that was signed before this process started', () => {
  const { clocks, send } = createPair();
  clocks.gateway -= 1;
  expect(send()).toBe('before-start');
});

test.each([
  ['another signature', { signature: Buffer.alloc(32).toString('base64url') }, 'bad-signature'],
  ['a signature that is too short', { signature: 'AAAA' }, 'bad-signature'],
  ['an empty signature', { signature: '' }, 'bad-signature'],
  [
    'a replaced call header',
    { call: Buffer.from(JSON.stringify({ ...context, to })).toString('base64url') },
    'bad-signature',
  ],
  ['no call header', { call: undefined }, 'unsigned'],
  ['no signature', { signature: undefined }, 'unsigned'],
  ['another path', { to: '/subgraphs/zones' }, 'wrong-audience'],
])('rejects a call with %s', (_, changes, rejection) => {
  // The cast allows the cases that omit headers.
  expect(createPair().send(changes as Record<string, string>)).toBe(rejection);
});

test('rejects a signature for another body', () => {
  const call = createPair().send();
  if (typeof call === 'string') throw new Error(`the call was rejected: ${call}`);
  expect(isBodyOf(call, body)).toBe(true);
  expect(isBodyOf(call, Buffer.from(body))).toBe(true);
  expect([`${body} `, '', 'null'].map((other) => isBodyOf(call, other))).toEqual([false, false, false]);
});

test('rejects a call signed with another secret', () => {
  expect(createPair({ signs: [other] }).send()).toBe('bad-signature');
});

test('signs with the first of several secrets and accepts all, which allows rotation one process at a time', () => {
  expect(createPair({ signs: [secret, other], accepts: [secret] }).send()).toMatchObject(context);
  expect(createPair({ signs: [other], accepts: [secret, other] }).send()).toMatchObject(context);
  expect(createPair({ signs: [other, secret], accepts: [secret] }).send()).toBe('bad-signature');
});

test('rejects a signed call with an invalid format', () => {
  const { sign, verify } = createPair();
  const bad = { ...context, requestId: 7 } as unknown as typeof context; // A context of an incompatible version of the gateway.
  const headers = sign({ to, body, context: bad });
  expect(verify({ to, call: headers[callHeader], signature: headers[signatureHeader] })).toBe('malformed');
});

test('never sends the secret', () => {
  const sent = JSON.stringify(createPair().sign({ to, body, context }));
  expect(sent).not.toContain(secret);
  expect(Buffer.from(sent, 'base64').toString()).not.toContain(secret);
});

test('accepts calls after the clock was set back to a time before this process started', () => {
  const { clocks, send } = createPair();
  clocks.subgraph -= 3_600_000;
  clocks.gateway = clocks.subgraph;
  expect(typeof send()).toBe('object');
});
