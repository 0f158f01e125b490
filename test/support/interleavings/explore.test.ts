import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explore, type World } from './explore.js';

/** A step of a program, which sets `to` to the value of `from` plus one. */
interface Move {
  readonly from: string;
  readonly to: string;
  /** Index of an actor that takes no further step after this one. */
  readonly stops?: number | undefined;
}

type Program = readonly (readonly Move[])[];

function worldOf(program: Program, onEnd: (outcome: string) => void): World {
  const variables = new Map<string, number>();
  const places = program.map(() => 0);
  const stopped = new Set<number>();
  const isReady = (actor: number) => !stopped.has(actor) && (places[actor] ?? 0) < (program[actor] ?? []).length;
  return {
    ready: async () => program.flatMap((_, actor) => (isReady(actor) ? [String(actor)] : [])),
    async step(name) {
      const actor = Number(name);
      const move = program[actor]?.[places[actor] ?? 0];
      if (move === undefined) throw new Error('the program has no such step');
      places[actor] = (places[actor] ?? 0) + 1;
      variables.set(move.to, (variables.get(move.from) ?? 0) + 1);
      const footprint = { reads: new Set([move.from, name]), writes: new Set([move.to]) };
      if (move.stops !== undefined) {
        stopped.add(move.stops);
        footprint.writes.add(String(move.stops));
      }
      return { label: `${move.to} = ${move.from} + 1`, footprint, spawned: [] };
    },
    check: async () => onEnd(JSON.stringify([...variables].sort())),
    end: async () => {},
  };
}

/** Computes all outcomes by trying every order of steps. */
async function outcomesByForce(program: Program): Promise<{ outcomes: Set<string>; orders: number }> {
  const outcomes = new Set<string>();
  let orders = 0;
  async function from(chosen: readonly string[]): Promise<void> {
    const world = worldOf(program, (outcome) => outcomes.add(outcome));
    for (const actor of chosen) await world.step(actor);
    const ready = await world.ready();
    for (const actor of ready) await from([...chosen, actor]);
    if (ready.length > 0) return;
    orders++;
    await world.check();
  }
  await from([]);
  return { outcomes, orders };
}

async function outcomesByExploring(program: Program) {
  const outcomes = new Set<string>();
  const explored = await explore(async () => worldOf(program, (outcome) => outcomes.add(outcome)));
  return { outcomes, ...explored };
}

const variable = fc.constantFrom('a', 'b', 'c');
const stops = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) });
const move = fc.record({ from: variable, to: variable, stops });

describe('exploring interleavings', () => {
  test('finds every outcome of all orders, in fewer runs', async () => {
    const programs = fc.array(fc.array(move, { maxLength: 3 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const expected = await outcomesByForce(program);
        const actual = await outcomesByExploring(program);
        expect([...actual.outcomes].sort()).toEqual([...expected.outcomes].sort());
        expect(actual.orders).toBeLessThanOrEqual(expected.orders);
      }),
      { numRuns: 300 },
    );
  });

  test('wakes a sleeping actor if another one depends on it', async () => {
    const program: Program = [
      [{ from: 'c', to: 'b', stops: 1 }],
      [{ from: 'a', to: 'a' }],
      [
        { from: 'b', to: 'c' },
        { from: 'c', to: 'a' },
      ],
    ];
    const expected = await outcomesByForce(program);
    expect([...(await outcomesByExploring(program)).outcomes].sort()).toEqual([...expected.outcomes].sort());
  });

  test('runs independent steps in one order, and dependent ones in each order', async () => {
    const onOwn = (name: string): Move[] => [1, 2, 3].map(() => ({ from: name, to: name }));
    expect(await outcomesByExploring([onOwn('a'), onOwn('b'), onOwn('c')])).toMatchObject({ orders: 1, cut: 0 });
    expect(await outcomesByExploring([onOwn('a'), onOwn('a')])).toMatchObject({ orders: 20 });
  });

  test('reports the steps that led to a failure', async () => {
    const program = [[{ from: 'a', to: 'a' }], [{ from: 'a', to: 'b' }]];
    const exploring = explore(async () =>
      worldOf(program, (outcome) => {
        if (outcome.includes('["b",1]')) throw new Error('b is behind');
      }),
    );
    await expect(exploring).rejects.toThrow('b is behind\nafter these steps:\n1. 1: b = a + 1\n2. 0: a = a + 1');
  });

  test('rejects a nondeterministic program', async () => {
    let runs = 0;
    const program = [[{ from: 'a', to: 'a' }], [{ from: 'a', to: 'a' }]];
    const exploring = explore(async () => worldOf(runs++ === 0 ? program : [...program, program[0] ?? []], () => {}));
    await expect(exploring).rejects.toThrow('another run had 0,1 here, this one 0,1,2');
  });
});
