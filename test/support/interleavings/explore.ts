/** What a step reads and writes. The order of two steps matters only if one writes what the other reads or writes. */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

export interface TakenStep {
  readonly label: string;
  readonly footprint: Footprint;
  /** Actors that this step has created. */
  readonly spawned: readonly string[];
}

/** Concurrent actors, of which one takes a step at a time. Must be deterministic: equal orders have equal results. */
export interface World {
  /** The actors that can take a step, in a stable order. */
  ready(): Promise<readonly string[]>;
  step(actor: string): Promise<TakenStep>;
  /** Called when no actor can take a step, to verify the outcome. */
  check(): Promise<void>;
  /** Ends the world, possibly before the end of a run if another order has covered the remaining steps. */
  end(): Promise<void>;
}

export interface Explored {
  /** Number of complete runs, each with an order that can affect the outcome. */
  readonly orders: number;
  /** Runs that were cut short because another run had covered their remaining steps. */
  readonly cut: number;
}

interface Node {
  readonly ready: readonly string[];
  /** The actors that some run must choose at this position. */
  readonly wanted: Set<string>;
  /** Actors with a step at this position that another run has covered. */
  readonly asleep: Map<string, Footprint>;
  /** Actors with a step at this position that was fully explored. */
  readonly done: Set<string>;
  chosen: string;
  taken: TakenStep;
  /** 1 for each earlier step of the path on which this one depends, directly or indirectly. */
  before: Uint8Array;
}

/**
 * Runs a world once for each order of steps that can affect the outcome: dynamic partial-order reduction with source
 * sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas: "Optimal dynamic partial order reduction", POPL 2014,
 * algorithm 1). States are not stored: each run starts over and repeats the steps up to the difference.
 */
export async function explore(openWorld: () => Promise<World>): Promise<Explored> {
  const path: Node[] = [];
  let orders = 0;
  let cut = 0;
  let changed = 0;
  do {
    const world = await openWorld();
    try {
      if (await run(world, path)) orders++;
      else cut++;
    } catch (error) {
      throw new Error(`${String(error)}\nafter these steps:\n${formatPath(path)}`, { cause: error });
    } finally {
      await world.end();
    }
    addWanted(path, changed);
    changed = takeNext(path);
  } while (changed >= 0);
  return { orders, cut };
}

const noDependencies = new Uint8Array();

/** Repeats the path and continues to the end; returns false if another run has covered the remaining steps. */
async function run(world: World, path: Node[]): Promise<boolean> {
  for (let depth = 0; ; depth++) {
    const ready = await world.ready();
    wantStopped(path[depth - 1], ready);
    const existing = path[depth];
    if (existing !== undefined) {
      if (existing.ready.join() !== ready.join())
        throw new Error(`another run had ${existing.ready} here, this one ${ready}`);
      existing.taken = await world.step(existing.chosen);
      continue;
    }
    if (ready.length === 0) {
      await world.check();
      return true;
    }
    const asleep = sleepingAfter(path.at(-1));
    const chosen = ready.find((actor) => !asleep.has(actor));
    if (chosen === undefined) return false;
    const step = await world.step(chosen);
    path.push({
      ready,
      wanted: new Set([chosen]),
      asleep,
      done: new Set(),
      chosen,
      taken: step,
      before: noDependencies,
    });
  }
}

/**
 * An actor that a step disables must run before that step in another run, even if an earlier run has covered the
 * actor's step: that run has not covered its races from here, and after the disabling step they cannot be observed.
 */
function wantStopped(node: Node | undefined, ready: readonly string[]): void {
  if (node === undefined) return;
  for (const actor of node.ready) {
    if (ready.includes(actor) || actor === node.chosen) continue;
    node.wanted.add(actor);
    if (!node.done.has(actor)) node.asleep.delete(actor);
  }
}

function sleepingAfter(node: Node | undefined): Map<string, Footprint> {
  const before = [...(node?.asleep ?? [])];
  return new Map(before.filter(([, footprint]) => node !== undefined && !depend(footprint, node.taken.footprint)));
}

function depend(one: Footprint, other: Footprint): boolean {
  const touches = (footprint: Footprint, name: string) => footprint.reads.has(name) || footprint.writes.has(name);
  return [...one.writes].some((name) => touches(other, name)) || [...other.writes].some((name) => touches(one, name));
}

/**
 * For each pair of steps whose order matters and can be reversed, requests a run that starts with the steps that lead
 * to the reversal. Earlier runs did so for the steps before `changed`.
 */
function addWanted(path: readonly Node[], changed: number): void {
  for (let later = changed; later < path.length; later++) {
    for (const earlier of racesOf(path, later)) {
      const node = path[earlier] as Node; // An index of the path.
      const firsts = firstActors({ path, earlier, later }).filter((actor) => node.ready.includes(actor));
      // If none of them can continue from there, the earlier step has enabled the later one.
      const first = firsts[0];
      if (first !== undefined && !firsts.some((actor) => node.wanted.has(actor))) node.wanted.add(first);
    }
  }
}

/** Records on which steps this one depends; returns those of other actors on which it depends directly. */
function racesOf(path: readonly Node[], later: number): number[] {
  const node = path[later] as Node; // An index of the path.
  const races: number[] = [];
  node.before = new Uint8Array(later);
  for (let index = later - 1; index >= 0; index--) {
    const earlier = path[index] as Node;
    if (node.before[index] === 1 || !isOrdered(earlier, node)) continue;
    node.before.set(earlier.before.map((value, place) => value | (node.before[place] ?? 0)));
    node.before[index] = 1;
    if (earlier.chosen !== node.chosen && !earlier.taken.spawned.includes(node.chosen)) races.unshift(index);
  }
  return races;
}

function isOrdered(earlier: Node, later: Node): boolean {
  const isOwn = earlier.chosen === later.chosen || earlier.taken.spawned.includes(later.chosen);
  return isOwn || depend(earlier.taken.footprint, later.taken.footprint);
}

/** Actors that can start a run with the later step and without the earlier one. */
function firstActors({ path, earlier, later }: { path: readonly Node[]; earlier: number; later: number }): string[] {
  const isBefore = (one: number, other: number) => path[other]?.before[one] === 1;
  const steps: number[] = [];
  for (let index = earlier + 1; index <= later; index++) {
    if (index === later || !isBefore(earlier, index)) steps.push(index);
  }
  const firsts = steps.filter((index) => !steps.some((other) => other < index && isBefore(other, index)));
  return [...new Set(firsts.map((index) => (path[index] as Node).chosen))];
}

/** Returns to the last position from which another run is requested, and returns it; -1 if there is none. */
function takeNext(path: Node[]): number {
  for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
    const { asleep, chosen, done, taken, wanted } = node;
    asleep.set(chosen, taken.footprint);
    done.add(chosen);
    const next = [...wanted].find((actor) => !asleep.has(actor));
    if (next !== undefined) {
      node.chosen = next;
      return path.length - 1;
    }
    path.pop();
  }
  return -1;
}

function formatPath(path: readonly Node[]): string {
  return path.map(({ chosen, taken }, index) => `${index + 1}. ${chosen}: ${taken.label}`).join('\n');
}
