import { describe, expect, test } from 'vitest';
import { HashQueue, type KnownCaller } from './hash-queue.js';

/** A queue whose tasks the test completes. */
function queueOf(limits = { running: 1, waiting: 2, reserved: 3, reservedPerCaller: 2 }) {
  const queue = new HashQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  async function add(name: string, caller?: KnownCaller): Promise<string> {
    const work = async (): Promise<string> => {
      started.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    };
    return await queue.run(caller, { work, onFull: () => new Error('full') }).catch(({ message }) => message);
  }
  async function drain(): Promise<string[]> {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
    return started;
  }
  return { add, drain };
}

describe('the hash queue', () => {
  test('rejects unknown callers if the queue is full, and serves the others in order', async () => {
    const { add, drain } = queueOf();
    const [, , , last] = ['running', 'first', 'second', 'third'].map((name) => add(name));
    expect(await last).toBe('full');
    expect(await drain()).toEqual(['running', 'first', 'second']);
  });

  test('serves known callers first, in reserved slots', async () => {
    const { add, drain } = queueOf();
    for (const name of ['running', 'unknown', 'another']) void add(name);
    for (const name of ['owner', 'owner again']) void add(name, 'account');
    expect(await drain()).toEqual(['running', 'owner', 'owner again', 'unknown', 'another']);
  });

  test('limits the reserved slots of a known caller, who then waits with unknown ones', async () => {
    const { add, drain } = queueOf();
    for (const name of ['running', 'unknown']) void add(name);
    const greedy = ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4'].map((name) => add(name, 'greedy'));
    void add('modest', 'modest');
    expect(await greedy[3]).toBe('full');
    expect(await drain()).toEqual(['running', 'greedy 1', 'greedy 2', 'modest', 'unknown', 'greedy 3']);
  });

  test('lets known callers wait with unknown ones if all reserved slots are taken', async () => {
    const { add, drain } = queueOf();
    void add('running');
    const known = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => add(name, name));
    expect(await known[5]).toBe('full');
    expect(await drain()).toEqual(['running', 'a', 'b', 'c', 'd', 'e']);
  });

  test('continues after a task that fails', async () => {
    const queue = new HashQueue({ running: 1, waiting: 1, reserved: 1, reservedPerCaller: 1 });
    const onFull = () => new Error('full');
    const failing = queue.run(undefined, { work: () => Promise.reject(new Error('broken')), onFull });
    const next = queue.run(undefined, { work: async () => 'done', onFull });
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
