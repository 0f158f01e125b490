/** What a step reads and writes. The order of two steps matters only where one of them writes what the other reads or writes. */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

export interface TakenStep {
  readonly label: string;
  readonly footprint: Footprint;
  /** Actors that are there only since this step. */
  readonly spawned: readonly string[];
}

/** Some actors at work on the same things, of which one at a time takes a step. It does the same each time it gets the same orders. */
export interface World {
  /** Who can take a step, in an order that is always the same. */
  ready(): Promise<readonly string[]>;
  step(actor: string): Promise<TakenStep>;
  /** Nobody can take another step: checks the outcome. */
  check(): Promise<void>;
  /** Also called in the middle, where another order has shown the rest already. */
  end(): Promise<void>;
}

export interface Explored {
  /** Orders that lead to different outcomes at most. */
  readonly orders: number;
  /** Runs that were cut off because another one had shown their rest. */
  readonly cut: number;
}

interface Node {
  readonly ready: readonly string[];
  /** Who is to go on from here in some run. */
  readonly wanted: Set<string>;
  /** Whose step from here another run has shown. */
  readonly asleep: Map<string, Footprint>;
  /** Whose step from here has been followed to every end. */
  readonly done: Set<string>;
  chosen: string;
  taken: TakenStep;
}

/**
 * Runs a world once for each order of steps that can make a difference: dynamic partial-order reduction with source sets and sleep sets
 * (Abdulla, Aronis, Jonsson, Sagonas: "Optimal dynamic partial order reduction", POPL 2014, algorithm 1). Nothing is stored: each run
 * begins anew and repeats the steps that led to where it differs.
 */
export async function explore(openWorld: () => Promise<World>): Promise<Explored> {
  const path: Node[] = [];
  let orders = 0;
  let cut = 0;
  do {
    const world = await openWorld();
    try {
      if (await run(world, path)) orders++;
      else cut++;
    } catch (error) {
      throw new Error(`${String(error)}\nafter these steps:\n${written(path)}`, { cause: error });
    } finally {
      await world.end();
    }
    addWanted(path);
  } while (takeNext(path));
  return { orders, cut };
}

/** Repeats the path and goes on to the end; false when another run has shown the rest. */
async function run(world: World, path: Node[]): Promise<boolean> {
  for (let depth = 0; ; depth++) {
    const ready = await world.ready();
    wantStopped(path[depth - 1], ready);
    const known = path[depth];
    if (known !== undefined) {
      if (known.ready.join() !== ready.join())
        throw new Error(`another run had ${known.ready} here, this one ${ready}`);
      known.taken = await world.step(known.chosen);
      continue;
    }
    if (ready.length === 0) {
      await world.check();
      return true;
    }
    const asleep = asleepAfter(path.at(-1));
    const chosen = ready.find((actor) => !asleep.has(actor));
    if (chosen === undefined) return false;
    const taken = await world.step(chosen);
    path.push({ ready, wanted: new Set([chosen]), asleep, done: new Set(), chosen, taken });
  }
}

/**
 * Whoever cannot go on any more because of a step is to go on before it in another run, also where an earlier run has shown its step:
 * that run has not shown what it races with from here, and behind the step that stops it there is nothing to see of that.
 */
function wantStopped(node: Node | undefined, ready: readonly string[]): void {
  if (node === undefined) return;
  for (const actor of node.ready) {
    if (ready.includes(actor) || actor === node.chosen) continue;
    node.wanted.add(actor);
    if (!node.done.has(actor)) node.asleep.delete(actor);
  }
}

function asleepAfter(node: Node | undefined): Map<string, Footprint> {
  const before = [...(node?.asleep ?? [])];
  return new Map(before.filter(([, footprint]) => node !== undefined && !depend(footprint, node.taken.footprint)));
}

export function depend(one: Footprint, other: Footprint): boolean {
  const touches = (footprint: Footprint, name: string) => footprint.reads.has(name) || footprint.writes.has(name);
  return [...one.writes].some((name) => touches(other, name)) || [...other.writes].some((name) => touches(one, name));
}

/** Of each two steps whose order matters and could be the other way round: has another run begin with what leads there. */
function addWanted(path: readonly Node[]): void {
  const before = happenedBefore(path);
  for (let later = 0; later < path.length; later++) {
    for (const earlier of racesOf(path, before, later)) {
      const node = path[earlier] as Node; // An index of the path.
      const firsts = firstActors({ path, before, earlier, later }).filter((actor) => node.ready.includes(actor));
      // Where none of them could go on from there, the earlier step is what let the later one be.
      const first = firsts[0];
      if (first !== undefined && !firsts.some((actor) => node.wanted.has(actor))) node.wanted.add(first);
    }
  }
}

/** For each step a bit mask of those before it that it depends on, directly or through others. */
function happenedBefore(path: readonly Node[]): bigint[] {
  const before: bigint[] = [];
  for (const [later, node] of path.entries()) {
    let mask = 0n;
    for (let earlier = 0; earlier < later; earlier++) {
      if (isOrdered(path[earlier] as Node, node)) mask |= (1n << BigInt(earlier)) | (before[earlier] as bigint);
    }
    before.push(mask);
  }
  return before;
}

function isOrdered(earlier: Node, later: Node): boolean {
  const isOwn = earlier.chosen === later.chosen || earlier.taken.spawned.includes(later.chosen);
  return isOwn || depend(earlier.taken.footprint, later.taken.footprint);
}

/** Steps of others that this one depends on directly, and not through a third one. */
function racesOf(path: readonly Node[], before: readonly bigint[], later: number): number[] {
  const node = path[later] as Node; // An index of the path.
  const mask = before[later] as bigint;
  return path.slice(0, later).flatMap((one, earlier) => {
    if (!has(mask, earlier) || one.chosen === node.chosen || one.taken.spawned.includes(node.chosen)) return [];
    for (let between = earlier + 1; between < later; between++) {
      if (has(mask, between) && has(before[between] as bigint, earlier)) return [];
    }
    return [earlier];
  });
}

/** Who could begin a run that has the later step without the earlier one. */
function firstActors(race: {
  path: readonly Node[];
  before: readonly bigint[];
  earlier: number;
  later: number;
}): string[] {
  const { path, before, earlier, later } = race;
  const steps: number[] = [];
  for (let index = earlier + 1; index <= later; index++) {
    if (index === later || !has(before[index] as bigint, earlier)) steps.push(index);
  }
  const firsts = steps.filter((index) => !steps.some((other) => other < index && has(before[index] as bigint, other)));
  return [...new Set(firsts.map((index) => (path[index] as Node).chosen))];
}

function has(mask: bigint, index: number): boolean {
  return (mask >> BigInt(index)) % 2n === 1n;
}

/** Goes back to the last place from which another run is wanted; false when there is none. */
function takeNext(path: Node[]): boolean {
  for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
    const { asleep, chosen, done, taken, wanted } = node;
    asleep.set(chosen, taken.footprint);
    done.add(chosen);
    const next = [...wanted].find((actor) => !asleep.has(actor));
    if (next !== undefined) {
      node.chosen = next;
      return true;
    }
    path.pop();
  }
  return false;
}

function written(path: readonly Node[]): string {
  return path.map(({ chosen, taken }, index) => `${index + 1}. ${chosen}: ${taken.label}`).join('\n');
}
