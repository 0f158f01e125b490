import type { TakenStep } from './explore.js';

interface Actor {
  readonly name: string;
  /** The process that the actor belongs to; the actor ends if this process is killed. */
  readonly process: string;
}

interface Turn extends Actor {
  readonly label: string;
  /** Whether other actors complete this step even if the process is dead. */
  readonly outlives: boolean;
  resume(): void;
  /** Rejects the waiting step. */
  fail(error: Error): void;
}

const stuckMs = 30_000;
/** The process of steps that others complete for a killed one. */
const others = 'others';

/** Runs one actor at a time, from one pause to the next. */
export class Stage {
  /** Errors of actors. */
  readonly failures: unknown[] = [];
  readonly #turns = new Map<string, Turn>();
  readonly #ends: Promise<unknown>[] = [];
  readonly #dead = new Set<string>();
  readonly #deaths = new Map<string, PromiseWithResolvers<void>>();
  #running: Actor | undefined;
  #settle: () => void = () => {};
  #step = { reads: new Set<string>(), writes: new Set<string>(), spawned: new Set<string>() };
  #isFree = false;

  /** Adds an actor, which waits for its turn. */
  add(actor: Actor, work: () => Promise<void>): void {
    const end = this.#turnOf({ ...actor, label: 'begins', outlives: false })
      .then(work)
      .catch((error: unknown) => {
        if (!this.#dead.has(actor.process)) this.failures.push(error);
      })
      .finally(() => this.#settleIf(actor.name));
    this.#ends.push(Promise.race([end, this.#deathOf(actor.process).promise]));
    this.#step.spawned.add(actor.name);
  }

  /** Never resolves if the process is dead. */
  async whileAlive(process: string): Promise<void> {
    if (this.#dead.has(process)) await new Promise(() => {});
  }

  /** Pauses before a statement of a process. */
  async beforeStatement(process: string, label: string): Promise<void> {
    await this.whileAlive(process);
    if (this.#running !== undefined) await this.#pause({ ...this.#running, label, outlives: false });
  }

  /** Pauses at another server: when a request of the running actor has arrived, and before the response. */
  async atServer(label: string): Promise<void> {
    if (this.#running !== undefined) await this.#pause({ ...this.#running, label, outlives: true });
  }

  /** Marks a request as completed. If its process is dead, nothing continues. */
  responded(): void {
    if (this.#running?.process === others) this.#settle();
  }

  /** Records what the current step reads or writes. */
  touch(footprint: { reads?: Iterable<string>; writes?: Iterable<string> }): void {
    for (const name of footprint.reads ?? []) this.#step.reads.add(name);
    for (const name of footprint.writes ?? []) this.#step.writes.add(name);
  }

  get waiting(): readonly (Actor & { readonly label: string })[] {
    return [...this.#turns.values()];
  }

  async take(name: string): Promise<TakenStep> {
    const turn = this.#turns.get(name);
    if (turn === undefined) throw new Error(`${name} waits for no turn`);
    this.#turns.delete(name);
    this.#step = { reads: new Set(), writes: new Set(), spawned: new Set() };
    this.#running = turn;
    await this.#untilSettled(turn);
    this.#running = undefined;
    const { reads, writes, spawned } = this.#step;
    // Killing a process that has only read has the same effect as killing one that has done nothing.
    if (writes.size > 0 || spawned.size > 0) reads.add(`process ${turn.process}`);
    return { label: turn.label, footprint: { reads, writes }, spawned: [...spawned] };
  }

  /** Kills a process: none of its actors continues. */
  kill(process: string): void {
    this.#dead.add(process);
    this.#deathOf(process).resolve();
    this.touch({ writes: [`process ${process}`] });
    for (const turn of [...this.#turns.values()]) {
      if (turn.process !== process) continue;
      this.#turns.delete(turn.name);
      if (!turn.outlives) {
        // The process's connections end, so its transactions are rolled back before it can react.
        turn.fail(new Error(`${process} was killed`));
        continue;
      }
      const name = `request of ${turn.name}`;
      this.#turns.set(name, { ...turn, name, process: others });
      this.#step.spawned.add(name);
    }
  }

  /** Stops scheduling. Resolves when all actors have ended. */
  async release(): Promise<void> {
    this.#isFree = true;
    for (const { resume } of this.#turns.values()) resume();
    this.#turns.clear();
    await Promise.all(this.#ends);
  }

  #deathOf(process: string): PromiseWithResolvers<void> {
    const death = this.#deaths.get(process) ?? Promise.withResolvers<void>();
    this.#deaths.set(process, death);
    return death;
  }

  async #pause(turn: Omit<Turn, 'resume' | 'fail'>): Promise<void> {
    if (this.#isFree) return;
    const resumed = this.#turnOf(turn);
    this.#settleIf(turn.name);
    await resumed;
  }

  #turnOf(turn: Omit<Turn, 'resume' | 'fail'>): Promise<void> {
    if (this.#turns.has(turn.name)) throw new Error(`${turn.name} waits for two turns`);
    return new Promise((resume, fail) => this.#turns.set(turn.name, { ...turn, resume, fail }));
  }

  #settleIf(name: string): void {
    if (this.#running?.name === name) this.#settle();
  }

  async #untilSettled(turn: Turn): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#settle = resolve;
      timer = setTimeout(() => reject(new Error(`${turn.name} is stuck after: ${turn.label}`)), stuckMs);
      turn.resume();
    }).finally(() => clearTimeout(timer));
  }
}
