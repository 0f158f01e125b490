import type { DelegationBatch } from './delegation-batch.js';
import type { NameserverLists } from './nameserver-lists.js';
import { lowered } from './plain-line.js';

/** A name of 255 bytes with all of them escaped. */
const maxTextLength = 1020;

/** The delegation that a file is at: more nameservers of the same name may follow. */
export class OpenDelegation {
  /** How many nameservers were listed, repetitions included. */
  count = 0;
  list = 0;
  /** The name as it was written last; of no length when it was not written plainly. */
  readonly owner = { bytes: new Uint8Array(256), length: 0 };
  /** In lower case, without the zone. */
  readonly #label = new Uint8Array(maxTextLength);
  #length = 0;

  /** Goes on with this plain name, which ends the one before unless it is the same. */
  begin(
    out: DelegationBatch,
    bytes: Uint8Array,
    { start, ownerEnd, labelEnd }: { start: number; ownerEnd: number; labelEnd: number },
  ): void {
    const { owner } = this;
    const length = ownerEnd - start;
    for (let at = 0; at < length; at++) owner.bytes[at] = bytes[start + at] as number; // Within both, as below.
    owner.length = length;
    this.#beginLabel(out, owner.bytes, labelEnd - start);
  }

  /** The same for a label that was read by other means. */
  beginWith(out: DelegationBatch, label: string): void {
    this.#beginLabel(out, Buffer.from(label, 'latin1'), label.length);
    this.owner.length = 0;
  }

  #beginLabel(out: DelegationBatch, bytes: Uint8Array, length: number): void {
    if (this.#isLabel(bytes, length)) return;
    this.close(out);
    for (let at = 0; at < length; at++) this.#label[at] = lowered[bytes[at] as number] as number;
    this.#length = length;
  }

  #isLabel(bytes: Uint8Array, length: number): boolean {
    if (length !== this.#length) return false;
    let at = 0;
    while (at < length && this.#label[at] === lowered[bytes[at] as number]) at++;
    return at === length;
  }

  /** Takes one more nameserver: the list that has it at its end. */
  extend(list: number): void {
    this.list = list;
    this.count++;
  }

  /** Hands on what was read of it, if anything. */
  close(out: DelegationBatch): void {
    if (this.count > 0) out.add(this.#label, this.#length, this.list);
    this.count = 0;
    this.list = 0;
    this.#length = 0;
  }

  /** Takes what was read of it from some lists to others. */
  move(from: NameserverLists, to: NameserverLists): void {
    let list = 0;
    for (const name of from.namesOf(this.list)) list = to.extended(list, to.add(name));
    this.list = list;
  }
}
