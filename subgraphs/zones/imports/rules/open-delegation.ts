import type { DelegationBatch } from './delegation-batch.js';
import type { NameserverLists } from './nameserver-lists.js';
import { lowercaseBytes } from './plain-line.js';

/** Maximum length of a name as text: 255 bytes, all of them escaped. */
const maxTextLength = 1020;

/** The delegation being read; more NS records with the same owner name may follow. */
export class OpenDelegation {
  /** Number of nameservers, including repeated ones. */
  count = 0;
  list = 0;
  /** The owner name as last written in the file; empty if it has escapes. */
  readonly owner = { bytes: new Uint8Array(256), length: 0 };
  /** Label in lower case, without the zone. */
  readonly #label = new Uint8Array(maxTextLength);
  #length = 0;

  /** Begins the delegation of this plain owner name, or continues the current one if it has the same name. */
  begin(
    out: DelegationBatch,
    bytes: Uint8Array,
    { start, ownerEnd, labelEnd }: { start: number; ownerEnd: number; labelEnd: number },
  ): void {
    const { owner } = this;
    const length = ownerEnd - start;
    for (let at = 0; at < length; at++) owner.bytes[at] = bytes[start + at] as number; // Within both arrays, as below.
    owner.length = length;
    this.#beginLabel(out, owner.bytes, labelEnd - start);
  }

  /** Begins a delegation with a label that the slow path has read. */
  beginWithLabel(out: DelegationBatch, label: string): void {
    this.#beginLabel(out, Buffer.from(label, 'latin1'), label.length);
    this.owner.length = 0;
  }

  #beginLabel(out: DelegationBatch, bytes: Uint8Array, length: number): void {
    if (this.#isLabel(bytes, length)) return;
    this.close(out);
    for (let at = 0; at < length; at++) this.#label[at] = lowercaseBytes[bytes[at] as number] as number;
    this.#length = length;
  }

  #isLabel(bytes: Uint8Array, length: number): boolean {
    if (length !== this.#length) return false;
    let at = 0;
    while (at < length && this.#label[at] === lowercaseBytes[bytes[at] as number]) at++;
    return at === length;
  }

  /** Adds a nameserver to the delegation. `list` is the list that ends with it. */
  extend(list: number): void {
    this.list = list;
    this.count++;
  }

  /** Adds the delegation to the batch, if it has nameservers. */
  close(out: DelegationBatch): void {
    if (this.count > 0) out.add(this.#label, this.#length, this.list);
    this.count = 0;
    this.list = 0;
    this.#length = 0;
  }

  /** Moves the nameservers of the delegation to other lists. */
  move(from: NameserverLists, to: NameserverLists): void {
    let list = 0;
    for (const name of from.namesOf(this.list)) list = to.append(list, to.add(name));
    this.list = list;
  }
}
