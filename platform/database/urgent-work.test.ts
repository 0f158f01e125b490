import { expect, test } from 'vitest';
import { UrgentWork } from './urgent-work.js';

/** Two general connections and a reserved one, on which operations run until they are ended. */
function connections() {
  const running = new Map<string, () => void>();
  let general = 0;
  const urgent = new UrgentWork<string>({
    reservedSize: 1,
    generalWork: () => general,
    async general(work) {
      general++;
      try {
        return await work('general');
      } finally {
        general--;
        urgent.startWaiting();
      }
    },
    reserved: (work) => work('reserved'),
  });
  const start = (name: string, maxGeneralWork: number) =>
    urgent.run(maxGeneralWork, async (kind) => {
      await new Promise<void>((resolve) => running.set(`${name} ${kind}`, resolve));
      return name;
    });
  return {
    start,
    running: () => [...running.keys()],
    async end(name: string): Promise<void> {
      running.get(name)?.();
      running.delete(name);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

test('urgent operations use free general connections, then reserved ones, and wait for the first that is free', async () => {
  const { start, running, end } = connections();
  const ended = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name, 2));
  expect(running()).toEqual(['a general', 'b general', 'c reserved']);
  await end('b general');
  expect(running()).toEqual(['a general', 'c reserved', 'd general']);
  await end('c reserved');
  expect(running()).toEqual(['a general', 'd general', 'e reserved']);
  for (const name of running()) await end(name);
  expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('operations with a smaller share of the general connections do not block others', async () => {
  const { start, running, end } = connections();
  const ended = [start('a', 1), start('b', 1), start('c', 1), start('d', 2)];
  expect(running()).toEqual(['a general', 'b reserved', 'd general']);
  const failed = start('e', 2);
  await end('d general');
  expect(running()).toEqual(['a general', 'b reserved', 'e general']);
  await end('a general');
  expect(running()).toEqual(['b reserved', 'e general']);
  await end('e general');
  expect(running()).toEqual(['b reserved', 'c general']);
  for (const name of running()) await end(name);
  expect(await Promise.all([...ended, failed])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a failed operation releases its connection', async () => {
  const urgent = new UrgentWork<string>({
    ...{ reservedSize: 1, generalWork: () => 1 },
    general: (work) => work('general'),
    reserved: (work) => work('reserved'),
  });
  await expect(urgent.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await urgent.run(1, (kind) => Promise.resolve(kind))).toBe('reserved');
});
