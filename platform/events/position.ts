import type { EventId } from './event-type.js';

/**
 * A position in the event log, that is, the set of events that were read. A counter cannot be a position, because
 * transactions commit in a different order than they begin: a reader that continues after the highest number would skip
 * transactions that commit late. A PostgreSQL snapshot is exact: transactions from `next` on, and those in `running`,
 * were not committed or, within a page, not read yet.
 */
export interface Position {
  /**
   * Generation of the log. Each cluster has its own transaction ids, so positions of different generations are not
   * comparable.
   */
  readonly generation: string;
  /** ID of the first transaction that had not started. */
  readonly next: number;
  /**
   * IDs of earlier transactions whose events were not read, because they had not ended or are later in the page;
   * ascending.
   */
  readonly running: readonly number[];
  /** A transaction whose events were read only up to this one; null if there is none. */
  readonly within: { readonly transaction: number; readonly event: number } | null;
}

export interface Snapshot {
  readonly next: number;
  readonly running: readonly number[];
}

const maxTextLength = 8192;
/** Maximum number of transactions in `running`. A server has few hundred connections, each with one transaction. */
const maxRunning = 500;
const positionPattern =
  /^([0-9a-z]{1,32})-([0-9a-z]{1,11})((?:_[0-9a-z]{1,11})*)(?:-([0-9a-z]{1,11})_([0-9a-z]{1,11}))?$/;

/** Formats a position as an opaque string for clients. */
export function formatPosition({ generation, next, running, within }: Position): string {
  const transactions = [next, ...running].map(digits).join('_');
  const part = within === null ? '' : `-${digits(within.transaction)}_${digits(within.event)}`;
  return `${generation}-${transactions}${part}`;
}

/** Parses the result of {@link formatPosition}; undefined for other text. */
export function parsePosition(text: string): Position | undefined {
  const match = text.length > maxTextLength ? null : positionPattern.exec(text);
  if (match === null) return undefined;
  const [, generation = '', next = '', list = '', transaction, event] = match;
  const running = list.split('_').filter(Boolean).map(numberOf);
  const numbers = [numberOf(next), ...running, numberOf(transaction ?? '0'), numberOf(event ?? '0')];
  if (!numbers.every(Number.isSafeInteger) || running.length > maxRunning || !isAscending(running)) return undefined;
  const within = transaction === undefined || event === undefined ? null : { transaction, event };
  return {
    generation,
    next: numberOf(next),
    running,
    within: within && { transaction: numberOf(within.transaction), event: numberOf(within.event) },
  };
}

/** Whether the numbers are in ascending order, without repetitions. */
function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

/** Parses a snapshot in PostgreSQL's text form, `xmin:xmax:xip,xip`. */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '', running = ''] = text.split(':');
  return { next: Number(next), running: running.split(',').filter(Boolean).map(Number) };
}

/** Whether an event was already read at a position. */
export function hasSeen({ next, running, within }: Position, { transaction, event }: EventId): boolean {
  if (within?.transaction === transaction) return event <= within.event;
  return transaction < next && !running.includes(transaction);
}

/** Whether all events that were read at `position` were also read at `other`. */
export function covers(other: Position, position: Position): boolean {
  if (other.generation !== position.generation || position.next > other.next) return false;
  if (position.within !== null && !hasSeen(other, position.within)) return false;
  return other.running.every((transaction) => transaction >= position.next || position.running.includes(transaction));
}

/**
 * Sorts the events of a page, which are ascending by transaction, so the changes of a row are in the order in which
 * they were made. Transaction ids do not have this order: a transaction that began earlier can change a row later. It
 * then waits for the commit of the other transaction, so its last event has a higher number than all events of the
 * other. The events of a transaction stay together. The events of the partly read transaction remain first and, in a
 * full page, the events of the last transaction remain last, because they may be incomplete.
 */
export function inOrderOfChanges<Event extends { readonly id: EventId }>(
  events: readonly Event[],
  { within, isFull }: { within: Position['within']; isFull: boolean },
): Event[] {
  const groups = [...Map.groupBy(events, ({ id }) => id.transaction).values()];
  const first = groups[0]?.[0]?.id.transaction === within?.transaction ? groups.splice(0, 1) : [];
  const last = isFull ? groups.splice(-1, 1) : [];
  groups.sort((a, b) => lastEventNumberOf(a) - lastEventNumberOf(b));
  return [...first, ...groups, ...last].flat();
}

function lastEventNumberOf(events: readonly { readonly id: EventId }[]): number {
  return events.at(-1)?.id.event ?? 0;
}

/** Computes the positions of events that were read with one snapshot, in the order of {@link inOrderOfChanges}. */
export class PositionScan {
  readonly #generation: string;
  /**
   * Ids of the transactions whose events may be unread at one of these positions, in ascending order: transactions that
   * were running at the snapshot, and those of the events that were read, because a position may lie between these
   * events.
   */
  readonly #pending: readonly number[];
  readonly #snapshot: Snapshot;
  #next: number;
  #running: number[];
  #within: Position['within'];

  /** @param events the events whose positions are computed */
  constructor(from: Position, snapshot: Snapshot, events: readonly { readonly id: EventId }[]) {
    this.#generation = from.generation;
    const transactions = new Set(events.map(({ id }) => id.transaction));
    this.#pending = [...snapshot.running, ...transactions].sort((a, b) => a - b);
    this.#snapshot = snapshot;
    this.#next = from.next;
    this.#running = [...from.running];
    this.#within = from.within;
  }

  /** The position after the next event. */
  step({ transaction, event }: EventId): Position {
    if (this.#within?.transaction !== transaction) {
      this.#leave();
      this.#approach(transaction);
    }
    this.#within = { transaction, event };
    return { generation: this.#generation, next: this.#next, running: this.#running, within: this.#within };
  }

  /** The position after all events of the snapshot. */
  end(): Position {
    return { generation: this.#generation, ...this.#snapshot, within: null };
  }

  /** Marks all events of the current transaction as read. */
  #leave(): void {
    const transaction = this.#within?.transaction;
    if (transaction === undefined) return;
    if (transaction >= this.#next) this.#next = transaction + 1;
    else this.#running = this.#running.filter((other) => other !== transaction);
  }

  /** Advances to a transaction: `running` then includes the lower transactions that are still unread. */
  #approach(transaction: number): void {
    if (transaction < this.#next) return;
    const between = this.#pending.filter((other) => other >= this.#next && other < transaction);
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
