import type { EventNumber } from './event-type.js';

/**
 * A place in the log of events: which of them were seen. Transactions commit in another order than that in which they began, so
 * no counter can be that place: a reader that continues after the greatest number skips transactions that commit late. What PostgreSQL calls a
 * snapshot is exact: everything from `next` on and all that `running` names was not committed at that moment.
 */
export interface Position {
  /** The log that transactions are numbered in: another cluster numbers anew. */
  readonly generation: string;
  /** The first transaction that had not begun. */
  readonly next: number;
  /** Earlier ones that had not ended, ascending. */
  readonly running: readonly number[];
  /** A transaction that counts as not seen, but for its events up to this one. */
  readonly within: { readonly transaction: number; readonly event: number } | null;
}

export interface Snapshot {
  readonly next: number;
  readonly running: readonly number[];
}

const maxTextLength = 8192;
const form = /^([0-9a-z]{1,32})-([0-9a-z]{1,11})((?:_[0-9a-z]{1,11})*)(?:-([0-9a-z]{1,11})_([0-9a-z]{1,11}))?$/;

/** A position as clients keep it; they look into none. */
export function formatPosition({ generation, next, running, within }: Position): string {
  const seen = [next, ...running].map(digits).join('_');
  const part = within === null ? '' : `-${digits(within.transaction)}_${digits(within.event)}`;
  return `${generation}-${seen}${part}`;
}

/** The position of a text that {@link formatPosition} wrote; undefined for any other. */
export function parsePosition(text: string): Position | undefined {
  const match = text.length > maxTextLength ? null : form.exec(text);
  if (match === null) return undefined;
  const [, generation = '', next = '', list = '', transaction, event] = match;
  const running = list.split('_').filter(Boolean).map(numberOf);
  const numbers = [numberOf(next), ...running, numberOf(transaction ?? '0'), numberOf(event ?? '0')];
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const within = transaction === undefined || event === undefined ? null : { transaction, event };
  return {
    generation,
    next: numberOf(next),
    running,
    within: within && { transaction: numberOf(within.transaction), event: numberOf(within.event) },
  };
}

/** A snapshot in PostgreSQL's text form, `xmin:xmax:xip,xip`. */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '', running = ''] = text.split(':');
  return { next: Number(next), running: running.split(',').filter(Boolean).map(Number) };
}

/** Whether an event was seen at a position. */
export function hasSeen({ next, running, within }: Position, { transaction, event }: EventNumber): boolean {
  if (within?.transaction === transaction) return event <= within.event;
  return transaction < next && !running.includes(transaction);
}

/** Whether everything that was seen at one position of a log was seen at the other too. */
export function covers(other: Position, one: Position): boolean {
  if (other.generation !== one.generation || one.next > other.next) return false;
  if (one.within !== null && !hasSeen(other, one.within)) return false;
  return other.running.every((transaction) => transaction >= one.next || one.running.includes(transaction));
}

/**
 * The positions of events that were read with one snapshot: those of the transaction that the position was within first, then
 * ascending by transaction.
 */
export class PositionScan {
  readonly #generation: string;
  readonly #snapshot: Snapshot;
  #next: number;
  #running: number[];
  #within: Position['within'];

  constructor(from: Position, snapshot: Snapshot) {
    this.#generation = from.generation;
    this.#snapshot = snapshot;
    this.#next = from.next;
    this.#running = [...from.running];
    this.#within = from.within;
  }

  /** The position behind the next event. */
  step({ transaction, event }: EventNumber): Position {
    if (this.#within?.transaction !== transaction) {
      this.#leave();
      this.#approach(transaction);
    }
    this.#within = { transaction, event };
    return { generation: this.#generation, next: this.#next, running: this.#running, within: this.#within };
  }

  /** The position once all events of the snapshot were stepped over. */
  end(): Position {
    return { generation: this.#generation, ...this.#snapshot, within: null };
  }

  /** All events of the transaction were seen. */
  #leave(): void {
    const transaction = this.#within?.transaction;
    if (transaction === undefined) return;
    if (transaction >= this.#next) this.#next = transaction + 1;
    else this.#running = this.#running.filter((other) => other !== transaction);
  }

  /** Transactions below this one that the snapshot did not see have to be named from now on. */
  #approach(transaction: number): void {
    if (transaction < this.#next) return;
    const between = this.#snapshot.running.filter((other) => other >= this.#next && other < transaction);
    this.#running = [...this.#running, ...between];
    this.#next = transaction;
  }
}

function digits(value: number): string {
  return value.toString(36);
}

function numberOf(text: string): number {
  return Number.parseInt(text, 36);
}
