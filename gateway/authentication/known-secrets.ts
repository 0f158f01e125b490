import { createHash, timingSafeEqual } from 'node:crypto';

/** Finds values by secret, in constant time. */
export class KnownSecrets<Value> {
  readonly #secrets: readonly { readonly digest: Buffer; readonly value: Value }[];

  constructor(secrets: Iterable<readonly [secret: string, value: Value]>) {
    this.#secrets = [...secrets].map(([secret, value]) => ({ digest: digest(secret), value }));
  }

  /**
   * The value for a secret; undefined if the secret is unknown. Compares digests of equal length with those of all
   * known secrets.
   */
  find(secret: string): Value | undefined {
    const values = digest(secret);
    return this.#secrets.filter((candidate) => timingSafeEqual(candidate.digest, values))[0]?.value;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
