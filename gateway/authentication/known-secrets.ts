import { createHash, timingSafeEqual } from 'node:crypto';

/** Secrets of the settings with what each stands for, found in a time that reveals nothing about them. */
export class KnownSecrets<Value> {
  readonly #known: readonly { readonly digest: Buffer; readonly value: Value }[];

  constructor(secrets: Iterable<readonly [secret: string, value: Value]>) {
    this.#known = [...secrets].map(([secret, value]) => ({ digest: digest(secret), value }));
  }

  /** All of them are compared, and by digests of one length. */
  find(presented: string): Value | undefined {
    const given = digest(presented);
    return this.#known.filter((known) => timingSafeEqual(known.digest, given))[0]?.value;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
