import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolders } from './watch-folders.js';

let root: string;
let end: () => void = () => {};
let changes = 0;
let failures: unknown[] = [];
let report: () => void = () => {};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rampart-watch-'));
  changes = 0;
  failures = [];
});
afterEach(() => {
  end();
  rmSync(root, { recursive: true, force: true });
});

function start(folder = root): Promise<void> {
  const first = nextChange();
  end = watchFolders(folder, {
    onChange: () => {
      changes += 1;
      report();
    },
    onFailure: (error) => failures.push(error),
  });
  return first;
}

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    report = resolve;
  });
}

/** Resolves when the action is reported; otherwise, the test times out. */
async function expectReport(action: () => void): Promise<void> {
  const change = nextChange();
  action();
  await change;
}

/** A new directory is reported twice: when it is created, and when its watch has started. */
async function waitUntilWatched(action: () => void): Promise<void> {
  const before = changes;
  action();
  while (changes < before + 2) await nextChange();
}

test('reports changes to the folder, its files and files in its subfolders', async () => {
  mkdirSync(join(root, 'one', 'two'), { recursive: true });
  await start();
  expect(changes).toBe(1);
  await expectReport(() => writeFileSync(join(root, 'a'), ''));
  await expectReport(() => writeFileSync(join(root, 'one', 'two', 'a'), ''));
  await expectReport(() => rmSync(join(root, 'one', 'two', 'a')));
});

test('reports changes in new folders, even if one replaces another with the same name', async () => {
  await start();
  for (let round = 0; round < 3; round++) {
    await waitUntilWatched(() => mkdirSync(join(root, 'one', 'two'), { recursive: true }));
    await expectReport(() => writeFileSync(join(root, 'one', 'two', 'a'), ''));
    await waitUntilWatched(() => {
      rmSync(join(root, 'one'), { recursive: true });
      mkdirSync(join(root, 'one'));
    });
    await expectReport(() => writeFileSync(join(root, 'one', 'b'), ''));
    await expectReport(() => rmSync(join(root, 'one'), { recursive: true }));
  }
});

test('reports changes in a folder that was moved', async () => {
  mkdirSync(join(root, 'one', 'deep'), { recursive: true });
  mkdirSync(join(root, 'two'));
  await start();
  await waitUntilWatched(() => renameSync(join(root, 'one'), join(root, 'two', 'one')));
  await expectReport(() => writeFileSync(join(root, 'two', 'one', 'deep', 'a'), ''));
});

test('reports changes in a folder that was moved away or deleted, and created again', async () => {
  const folder = join(root, 'served');
  mkdirSync(folder);
  await start(folder);
  const removals = [() => renameSync(folder, join(root, 'aside')), () => rmSync(folder, { recursive: true })];
  for (const remove of removals) {
    await expectReport(remove);
    await expectReport(() => mkdirSync(folder));
    await expectReport(() => writeFileSync(join(folder, 'a'), ''));
    await expectReport(() => writeFileSync(join(folder, 'b'), ''));
  }
});

test('reports a missing folder once as a change, not as a failure, and again when it is created', async () => {
  const folder = join(root, 'nowhere');
  await start(folder);
  expect([changes, failures]).toEqual([1, []]);
  await expectReport(() => mkdirSync(folder));
  await expectReport(() => writeFileSync(join(folder, 'a'), ''));
});
