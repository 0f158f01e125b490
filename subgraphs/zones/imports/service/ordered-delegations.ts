import { compareLabels, DelegationBatch } from '../rules/delegation-batch.js';
import { NameserverLists } from '../rules/nameserver-lists.js';
import { rejection } from '../rules/rejection.js';
import { maxNameservers } from '../rules/zone-file-reader.js';
import { Spool } from './spool.js';

/** Error for a valid file that is not in the order of the state. */
export class OutOfOrderError extends Error {
  override readonly name = 'OutOfOrderError';
}

/**
 * Returns delegations as they are read, each label once and in order.
 * @throws {OutOfOrderError} for the first one that is not in order
 */
export async function* verifyOrder(source: AsyncIterable<DelegationBatch>): AsyncGenerator<DelegationBatch> {
  let last: Buffer = Buffer.from('\n');
  for await (const batch of source) {
    if (batch.count > 0) last = assertOrder(batch, last);
    yield batch;
  }
}

/**
 * Verifies that the labels of a batch continue the order after the label `last`. Returns the last label of the batch
 * with its line feed.
 */
function assertOrder(batch: DelegationBatch, last: Buffer): Buffer {
  const { bytes, count } = batch;
  let isInOrder = compareLabels(last, 0, bytes, 0) < 0;
  for (let index = 1; index < count && isInOrder; index++) {
    isInOrder = compareLabels(bytes, batch.startOf(index - 1), bytes, batch.startOf(index)) < 0;
  }
  if (!isInOrder) throw new OutOfOrderError('the file is not sorted by label');
  return Buffer.from(bytes.subarray(batch.startOf(count - 1), batch.startOf(count)));
}

/** Number of domains per sorted run; with their nameservers they take tens of megabytes. */
const domainsInRun = 200_000;
/** Number of bytes read at a time from each run during the merge. */
const runWindow = 64 << 10;

/** Sorts delegations by label in bounded memory: external merge sort. Delegations of the same label are joined. */
export async function* sortDelegations(source: AsyncIterable<DelegationBatch>): AsyncGenerator<DelegationBatch> {
  const spool = new Spool();
  try {
    yield* mergeRuns(spool, await writeRuns(spool, source));
  } finally {
    await spool.close();
  }
}

interface Run {
  readonly start: number;
  readonly end: number;
}

async function writeRuns(spool: Spool, source: AsyncIterable<DelegationBatch>): Promise<Run[]> {
  const runs: Run[] = [];
  let lines: string[] = [];
  async function write(): Promise<void> {
    const start = spool.length;
    // A tab sorts before all characters of labels, so lines sort by label.
    lines.sort();
    for (let at = 0; at < lines.length; at += 10_000) await spool.add(lines.slice(at, at + 10_000).join(''));
    lines = [];
    runs.push({ start, end: spool.length });
  }
  for await (const batch of source) {
    for (let index = 0; index < batch.count; index++) {
      lines.push(`${batch.labelOf(index)}\t${batch.nameserversOf(index).join(' ')}\n`);
    }
    if (lines.length >= domainsInRun) await write();
  }
  if (lines.length > 0) await write();
  return runs;
}

/** A sorted run during the merge. */
interface Head {
  label: string;
  nameservers: string;
  readonly lines: AsyncGenerator<readonly string[]>;
  batch: readonly string[];
  at: number;
}

async function* mergeRuns(spool: Spool, runs: readonly Run[]): AsyncGenerator<DelegationBatch> {
  const heads = new HeadHeap();
  for (const { start, end } of runs) {
    const head: Head = { label: '', nameservers: '', lines: readLines(spool, start, end), batch: [], at: 0 };
    if (advance(head) || (await refill(head))) heads.add(head);
  }
  const out = new MergedBatches();
  for (let head = heads.peek(); head !== undefined; head = heads.peek()) {
    out.add(head);
    if (out.isLarge) yield out.take();
    if (advance(head) || (await refill(head))) heads.siftDown();
    else heads.removeFirst();
  }
  yield out.end();
}

/** Creates batches from the merged lines, with one delegation for each label. */
class MergedBatches {
  #lists = new NameserverLists();
  #batch = new DelegationBatch(this.#lists);
  /** Label of the last delegation, which is held back because more nameservers of the same label may follow. */
  #label = '';
  #nameservers = '';

  get isLarge(): boolean {
    return this.#batch.count >= 4096;
  }

  add({ label, nameservers }: Head): void {
    if (label === this.#label) {
      this.#nameservers = joinNameservers(this.#nameservers, { label, nameservers });
      return;
    }
    this.#close();
    this.#label = label;
    this.#nameservers = nameservers;
  }

  take(): DelegationBatch {
    const batch = this.#batch;
    if (this.#lists.isFull) this.#lists = new NameserverLists();
    this.#batch = new DelegationBatch(this.#lists, batch.bytes.length);
    return batch;
  }

  end(): DelegationBatch {
    this.#close();
    return this.take();
  }

  #close(): void {
    if (this.#label === '') return;
    let list = 0;
    for (const name of this.#nameservers.split(' ')) list = this.#lists.append(list, this.#lists.add(name));
    this.#batch.add(Buffer.from(this.#label, 'latin1'), this.#label.length, list);
  }
}

function joinNameservers(nameservers: string, addition: { label: string; nameservers: string }): string {
  const all = `${nameservers} ${addition.nameservers}`;
  // A name has at most 1020 characters, all of them escaped.
  if (all.length < maxNameservers * 16 || all.split(' ').length <= maxNameservers) return all;
  throw rejection('syntax', `${addition.label} has more than ${maxNameservers} nameservers`);
}

/** Moves a run to its next line; false at the end of the batch. */
function advance(head: Head): boolean {
  const line = head.batch[head.at];
  if (line === undefined) return false;
  const tab = line.indexOf('\t');
  head.label = line.slice(0, tab);
  head.nameservers = line.slice(tab + 1);
  head.at++;
  return true;
}

async function refill(head: Head): Promise<boolean> {
  for (;;) {
    const next = await head.lines.next();
    if (next.done === true) return false;
    head.batch = next.value;
    head.at = 0;
    if (advance(head)) return true;
  }
}

async function* readLines(spool: Spool, start: number, end: number): AsyncGenerator<readonly string[]> {
  let partialText = '';
  for await (const piece of spool.read(start, end, runWindow)) {
    const lines = (partialText + piece.toString('latin1')).split('\n');
    partialText = lines.pop() ?? '';
    yield lines;
  }
}

/** A binary heap of the runs; the run with the first label is on top. */
class HeadHeap {
  readonly #heads: Head[] = [];

  peek(): Head | undefined {
    return this.#heads[0];
  }

  add(head: Head): void {
    this.#heads.push(head);
    for (let at = this.#heads.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (this.#label(parent) <= this.#label(at)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  removeFirst(): void {
    const last = this.#heads.pop();
    if (last === undefined || this.#heads.length === 0) return;
    this.#heads[0] = last;
    this.siftDown();
  }

  /** Restores the order after the label of the first run has changed. */
  siftDown(): void {
    for (let at = 0; ; ) {
      const leftChild = 2 * at + 1;
      if (leftChild >= this.#heads.length) return;
      const right = leftChild + 1;
      const child = right < this.#heads.length && this.#label(right) < this.#label(leftChild) ? right : leftChild;
      if (this.#label(at) <= this.#label(child)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #label(index: number): string {
    return this.#heads[index]?.label ?? '';
  }

  #swap(a: number, b: number): void {
    // Both indexes are within the heap.
    const head = this.#heads[a] as Head;
    this.#heads[a] = this.#heads[b] as Head;
    this.#heads[b] = head;
  }
}
