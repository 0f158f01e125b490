import { DelegationBatch } from './delegation-batch.js';
import { NameserverLists } from './nameserver-lists.js';
import { OpenDelegation } from './open-delegation.js';
import { rejection } from './rejection.js';
import { maxNameservers } from './zone-file-reader.js';

/** Collects single nameservers into batches of delegations. The nameservers of a label are usually adjacent. */
export class DelegationCollector {
  readonly #open = new OpenDelegation();
  #lists = new NameserverLists();
  #out = new DelegationBatch(this.#lists);

  /** Number of delegations that are ready to be taken. */
  get count(): number {
    return this.#out.count;
  }

  /**
   * @param label without the zone, with escapes, in lower case
   * @throws {DomainError} BAD_USER_INPUT for a label with too many nameservers
   */
  add(label: string, nameserver: string): void {
    this.#open.beginWithLabel(this.#out, label);
    this.#open.extend(this.#lists.append(this.#open.list, this.#lists.add(nameserver)));
    if (this.#open.count > maxNameservers)
      throw rejection('syntax', `${label} has more than ${maxNameservers} nameservers`);
  }

  take(): DelegationBatch {
    const out = this.#out;
    if (this.#lists.isFull) {
      const lists = this.#lists;
      this.#lists = new NameserverLists();
      this.#open.move(lists, this.#lists);
    }
    this.#out = new DelegationBatch(this.#lists, out.bytes.length);
    return out;
  }

  /** Returns the remaining delegations. */
  end(): DelegationBatch {
    this.#open.close(this.#out);
    return this.take();
  }
}
