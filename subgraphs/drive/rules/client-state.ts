import { createHash, timingSafeEqual } from 'node:crypto';

/** No clientState of ours is longer; the graph API allows 128 characters. */
const longest = 1024;

/** What is kept of a clientState. */
export function clientStateHash(clientState: string): string {
  return digest(clientState).toString('hex');
}

/** Whether a notification bears one of our secrets. Takes as long for a wrong one as for the right one. */
export function isOurClientState(presented: string | null | undefined, hashes: readonly string[]): boolean {
  const bounded = (presented ?? '').slice(0, longest);
  const actual = digest(bounded);
  let isOurs = false;
  for (const hash of hashes.length === 0 ? [clientStateHash('')] : hashes) {
    const expected = Buffer.from(hash, 'hex');
    if (expected.length === actual.length && timingSafeEqual(expected, actual)) isOurs = true;
  }
  return isOurs && hashes.length > 0 && bounded !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
