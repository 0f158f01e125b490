import type { StatePage } from '../repository/apply-changes.js';
import { encodeCopyText, type StateRows } from '../repository/initial-load.js';
import { compareLabels, type DelegationBatch } from '../rules/delegation-batch.js';
import type { NameserverLists, NameserverSet } from '../rules/nameserver-lists.js';
import { beginsWith } from '../rules/plain-line.js';
import { Spool } from './spool.js';

/** Counts of a file while it is read. */
export interface DelegationCounts {
  domains: number;
  observations: number;
  removed: number;
}

/** Collects the nameserver sets that may not be stored yet. */
export class SetSpool {
  readonly lines = new Spool();
  #lists: NameserverLists | undefined;
  /** By list: whether its set was collected. Collecting a set twice is harmless. */
  #written: boolean[] = [];
  #text = '';

  /** Collects the set of a list, unless it was collected recently. */
  add(lists: NameserverLists, list: number): void {
    if (this.#lists !== lists) this.#written = [];
    this.#lists = lists;
    if (this.#written[list] === true) return;
    while (this.#written.length < list) this.#written.push(false);
    this.#written[list] = true;
    this.#text += lineOf(lists.setOf(list));
  }

  /** Writes the collected sets to the spool; await it regularly to bound the memory. */
  async write(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await this.lines.add(text);
  }
}

function lineOf({ id, data }: NameserverSet): string {
  // Backslashes are escaped for the array literal and then for COPY.
  const names = data.map((name) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`);
  return `${id}\t${encodeCopyText(`{${names.join(',')}}`)}\n`;
}

/** The first state of a zone: every domain with its set, in order. */
export async function* initialStateRows(
  delegations: AsyncIterable<DelegationBatch>,
  sets: SetSpool,
  counts: DelegationCounts,
): AsyncGenerator<StateRows> {
  for await (const batch of delegations) {
    const rows = stateRows(batch);
    for (let index = 0; index < batch.count; index++) {
      counts.observations += batch.setOf(index).data.length;
      sets.add(batch.lists, batch.listOf(index));
    }
    counts.domains += batch.count;
    await sets.write();
    yield rows;
  }
}

const lineFeed = 0x0a;
const tab = 0x09;
const backslash = 0x5c;
/** Maximum length of the id of a set with its delimiters. */
const idLength = 24;

function stateRows(batch: DelegationBatch): StateRows {
  const labels = batch.bytes;
  // Backslashes are doubled.
  const bytes = Buffer.allocUnsafe(batch.startOf(batch.count) * 2 + batch.count * idLength);
  const ends = new Int32Array(batch.count);
  let end = 0;
  for (let index = 0; index < batch.count; index++) {
    for (let at = batch.startOf(index); labels[at] !== lineFeed; at++) {
      const byte = labels[at] as number; // The index is within the array.
      if (byte === backslash) bytes[end++] = byte;
      bytes[end++] = byte;
    }
    bytes[end++] = tab;
    const { line } = batch.setOf(index);
    for (let at = 0; at < line.length; at++) bytes[end++] = line[at] as number;
    ends[index] = end;
  }
  return { bytes: bytes.subarray(0, end), count: batch.count, ends };
}

/**
 * Compares a file with the state, both in the order of labels.
 * @param options.output receives a line in the text format of COPY for each domain that differs: the label and the id
 *   of its new set, or NULL for a removed domain
 */
export async function findChanges(options: {
  delegations: AsyncIterable<DelegationBatch>;
  state: AsyncGenerator<StatePage>;
  sets: SetSpool;
  counts: DelegationCounts;
  output: Spool;
}): Promise<void> {
  const { delegations, sets, counts, output } = options;
  const state = new StateCursor(options.state);
  const finder = new ChangeFinder({ state, sets, counts });
  try {
    await state.refill();
    for await (const batch of delegations) {
      for (let index = 0; index < batch.count; ) {
        index = finder.compare(batch, index);
        if (state.needsPage) await state.refill();
      }
      counts.domains += batch.count;
      await output.add(finder.take());
      await sets.write();
    }
    while (!state.isAtEnd) {
      finder.removeRemaining();
      await state.refill();
      await output.add(finder.take());
    }
  } finally {
    await options.state.return(undefined);
  }
}

class ChangeFinder {
  readonly #state: StateCursor;
  readonly #sets: SetSpool;
  readonly #counts: DelegationCounts;
  #changes = '';

  constructor(options: { state: StateCursor; sets: SetSpool; counts: DelegationCounts }) {
    this.#state = options.state;
    this.#sets = options.sets;
    this.#counts = options.counts;
  }

  /** Returns the lines since the previous call. */
  take(): string {
    const changes = this.#changes;
    this.#changes = '';
    return changes;
  }

  /**
   * Compares the delegations from this one until the batch or the current page of the state ends; returns the next one
   * to compare.
   */
  compare(batch: DelegationBatch, from: number): number {
    const state = this.#state;
    let observations = 0;
    let index = from;
    while (index < batch.count && !state.needsPage) {
      const order = state.isAtEnd ? -1 : compareLabels(batch.bytes, batch.startOf(index), state.labels, state.at);
      if (order > 0) {
        this.#remove();
        continue;
      }
      const set = batch.setOf(index);
      observations += set.data.length;
      if (order < 0 || !state.hasSet(set)) {
        this.#changes += `${encodeCopyText(batch.labelOf(index))}\t${set.id}\n`;
        this.#sets.add(batch.lists, batch.listOf(index));
      }
      if (order === 0) state.step();
      index++;
    }
    this.#counts.observations += observations;
    return index;
  }

  /** Records the remaining domains of the current page of the state as removed. */
  removeRemaining(): void {
    while (!this.#state.needsPage) this.#remove();
  }

  #remove(): void {
    this.#changes += `${encodeCopyText(this.#state.label())}\t\\N\n`;
    this.#counts.removed++;
    this.#state.step();
  }
}

/** Reads the state page by page. */
class StateCursor {
  /** Labels of the current page, each followed by a line feed, and the offset of the current label. */
  labels: Buffer = Buffer.alloc(0);
  at = 0;
  /** Whether the state is read to its end. */
  isAtEnd = false;
  readonly #pages: AsyncGenerator<StatePage>;
  #setIds: Buffer = Buffer.alloc(0);
  #setAt = 0;

  constructor(pages: AsyncGenerator<StatePage>) {
    this.#pages = pages;
  }

  /** Whether the page is read to its end and another one may follow. */
  get needsPage(): boolean {
    return this.at === this.labels.length && !this.isAtEnd;
  }

  label(): string {
    return this.labels.toString('latin1', this.at, this.labels.indexOf(lineFeed, this.at));
  }

  hasSet({ line }: NameserverSet): boolean {
    return beginsWith(this.#setIds, this.#setAt, { bytes: line, length: line.length });
  }

  step(): void {
    this.at = nextLineStart(this.labels, this.at);
    this.#setAt = nextLineStart(this.#setIds, this.#setAt);
  }

  async refill(): Promise<void> {
    const next = await this.#pages.next();
    if (next.done === true) {
      this.isAtEnd = true;
      return;
    }
    this.labels = next.value.labels;
    this.#setIds = next.value.setIds;
    this.at = 0;
    this.#setAt = 0;
  }
}

function nextLineStart(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] !== lineFeed) at++;
  return at + 1;
}
