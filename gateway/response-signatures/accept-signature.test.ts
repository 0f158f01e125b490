import { describe, expect, test } from 'vitest';
import { parseAcceptSignature } from './accept-signature.js';

const none = { nonce: undefined, tag: undefined, keyId: undefined };

describe('a request for a signature', () => {
  test.each([
    ['sig=( );nonce="1"', { label: 'sig', components: [], ...none, nonce: '1' }],
    ['sig=()', { label: 'sig', components: [], ...none }],
    [
      'sig1=("@status" "content-digest");created',
      { label: 'sig1', components: ['"@status"', '"content-digest"'], ...none },
    ],
    [
      'a=( "@method";req  "@path";req );created;alg="ed25519";keyid="k";nonce="n\\"\\\\";tag="t"',
      { label: 'a', components: ['"@method";req', '"@path";req'], nonce: 'n"\\', tag: 't', keyId: 'k' },
    ],
    ['sig=("@status");nonce="x", other=("@status")', { label: 'sig', components: ['"@status"'], ...none, nonce: 'x' }],
  ])('%s', (header, expected) => {
    expect(parseAcceptSignature(header)).toEqual(expected);
  });

  test.each([
    ...['', 'sig', 'sig=', 'sig=(', 'sig=("@status"', 'Sig=()', 'sig=("@status" "@status")', 'sig=(@status)'],
    ...['sig=("@method")', 'sig=("date")', 'sig=("@status";sf)', 'sig=();expires=1', 'sig=();alg="rsa-pss-sha512"'],
    ...['sig=() x', 'sig=();nonce="a', `sig=();nonce="${'n'.repeat(257)}"`, `sig=();nonce="${'n'.repeat(2048)}"`],
    ...['sig=();nonce="é"', 'sig=();nonce=5', 'sig=();nonce', 'sig=();tag=?1', 'sig=();keyid=7', 'sig=();alg'],
  ])('is ignored: %s', (header) => {
    expect(parseAcceptSignature(header)).toBeUndefined();
  });
});
