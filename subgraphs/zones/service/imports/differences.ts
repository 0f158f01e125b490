import { copyText } from '../../repository/imports/copy.js';
import type { StateRows } from '../../repository/imports/initial-load.js';
import { type NameserverSet, NameserverSets } from '../../rules/imports/nameserver-sets.js';
import type { Delegations } from '../../rules/imports/zone-file-reader.js';
import { Spool } from './spool.js';

/** What a file comes to, counted while it is read. */
export interface DelegationCounts {
  domains: number;
  observations: number;
  removed: number;
}

/** So many sets are remembered as set aside; a set that is set aside twice does no harm. */
const mostRemembered = 200_000;

/** Turns nameservers into sets and sets those aside that the database may not know. */
export class SetSpool {
  readonly lines = new Spool();
  readonly #sets = new NameserverSets();
  readonly #written = new Set<string>();

  of(nameservers: string): NameserverSet {
    return this.#sets.of(nameservers);
  }

  /** A line for a set that was not written lately; empty for others. */
  lineOf(set: NameserverSet): string {
    if (this.#written.has(set.id)) return '';
    if (this.#written.size >= mostRemembered) this.#written.clear();
    this.#written.add(set.id);
    // Backslashes are escaped for the array's text and then for COPY's.
    const names = set.data.map((name) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`);
    return `${set.id}\t${copyText(`{${names.join(',')}}`)}\n`;
  }
}

/** A first state: every domain with its set, in order. */
export async function* asState(
  delegations: AsyncIterable<Delegations>,
  sets: SetSpool,
  counts: DelegationCounts,
): AsyncGenerator<StateRows> {
  for await (const { labels, nameservers } of delegations) {
    const setIds: string[] = [];
    let lines = '';
    for (const listed of nameservers) {
      const set = sets.of(listed);
      lines += sets.lineOf(set);
      setIds.push(set.id);
      counts.observations += set.data.length;
    }
    counts.domains += labels.length;
    await sets.lines.add(lines);
    yield { labels, setIds };
  }
}

/**
 * Compares a file with the state, both in the order of labels.
 * @returns a line in COPY's text format for each domain that differs: the label and the id of its new set, or NULL for a
 *   domain that has gone
 */
export async function findChanges(options: {
  delegations: AsyncIterable<Delegations>;
  state: AsyncGenerator<StateRows>;
  sets: SetSpool;
  counts: DelegationCounts;
  into: Spool;
}): Promise<void> {
  const { delegations, sets, counts, into } = options;
  const state = new StateCursor(options.state);
  try {
    await state.refill();
    for await (const { labels, nameservers } of delegations) {
      let changes = '';
      let newSets = '';
      for (const [index, label] of labels.entries()) {
        const set = sets.of(nameservers[index] as string); // As many as labels.
        counts.observations += set.data.length;
        while (state.label < label) {
          changes += `${copyText(state.label)}\t\\N\n`;
          counts.removed++;
          if (!state.step()) await state.refill();
        }
        const isThere = state.label === label;
        if (!isThere || state.setId !== set.id) {
          changes += `${copyText(label)}\t${set.id}\n`;
          newSets += sets.lineOf(set);
        }
        if (isThere && !state.step()) await state.refill();
      }
      counts.domains += labels.length;
      await into.add(changes);
      await sets.lines.add(newSets);
    }
    await removeRest(state, { counts, into });
  } finally {
    await options.state.return(undefined);
  }
}

async function removeRest(state: StateCursor, options: { counts: DelegationCounts; into: Spool }): Promise<void> {
  while (state.label !== afterAll) {
    options.counts.removed++;
    await options.into.add(`${copyText(state.label)}\t\\N\n`);
    if (!state.step()) await state.refill();
  }
}

/** Greater than every label. */
const afterAll = '\uffff';

/** Walks through the state; `label` is the one it is at, and greater than all others at the end. */
class StateCursor {
  label = '';
  setId = '';
  readonly #state: AsyncGenerator<StateRows>;
  #rows: StateRows = { labels: [], setIds: [] };
  #at = 0;

  constructor(state: AsyncGenerator<StateRows>) {
    this.#state = state;
  }

  /** False: the rows at hand are used up. */
  step(): boolean {
    const label = this.#rows.labels[this.#at];
    if (label === undefined) return false;
    this.label = label;
    this.setId = this.#rows.setIds[this.#at] ?? '';
    this.#at++;
    return true;
  }

  async refill(): Promise<void> {
    const next = await this.#state.next();
    if (next.done === true) {
      this.label = afterAll;
      return;
    }
    this.#rows = next.value;
    this.#at = 0;
    if (!this.step()) await this.refill();
  }
}
