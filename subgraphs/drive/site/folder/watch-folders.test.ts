import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolders } from './watch-folders.js';

let root: string;
let end: () => void = () => {};
let changes = 0;
let failures: unknown[] = [];
let told: () => void = () => {};

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
      told();
    },
    onFailure: (error) => failures.push(error),
  });
  return first;
}

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    told = resolve;
  });
}

/** Resolves when the act is told of; a test that waits for ever fails by its timeout. */
async function tells(act: () => void): Promise<void> {
  const change = nextChange();
  act();
  await change;
}

/** A folder that came is told of twice: that it is there, and that it is watched now. */
async function untilWatched(act: () => void): Promise<void> {
  const before = changes;
  act();
  while (changes < before + 2) await nextChange();
}

test('reports changes of the folder, its files and files in its subfolders', async () => {
  mkdirSync(join(root, 'one', 'two'), { recursive: true });
  await start();
  expect(changes).toBe(1);
  await tells(() => writeFileSync(join(root, 'a'), ''));
  await tells(() => writeFileSync(join(root, 'one', 'two', 'a'), ''));
  await tells(() => rmSync(join(root, 'one', 'two', 'a')));
});

test('reports changes in new folders, even if one replaces another with the same name', async () => {
  await start();
  for (let round = 0; round < 3; round++) {
    await untilWatched(() => mkdirSync(join(root, 'one', 'two'), { recursive: true }));
    await tells(() => writeFileSync(join(root, 'one', 'two', 'a'), ''));
    await untilWatched(() => {
      rmSync(join(root, 'one'), { recursive: true });
      mkdirSync(join(root, 'one'));
    });
    await tells(() => writeFileSync(join(root, 'one', 'b'), ''));
    await tells(() => rmSync(join(root, 'one'), { recursive: true }));
  }
});

test('reports changes in a folder that was moved', async () => {
  mkdirSync(join(root, 'one', 'deep'), { recursive: true });
  mkdirSync(join(root, 'two'));
  await start();
  await untilWatched(() => renameSync(join(root, 'one'), join(root, 'two', 'one')));
  await tells(() => writeFileSync(join(root, 'two', 'one', 'deep', 'a'), ''));
});

test('reports changes in a folder that was moved away or deleted, and created again', async () => {
  const folder = join(root, 'served');
  mkdirSync(folder);
  await start(folder);
  const goings = [() => renameSync(folder, join(root, 'aside')), () => rmSync(folder, { recursive: true })];
  for (const go of goings) {
    await tells(go);
    await tells(() => mkdirSync(folder));
    await tells(() => writeFileSync(join(folder, 'a'), ''));
    await tells(() => writeFileSync(join(folder, 'b'), ''));
  }
});

test('reports a missing folder once as a change, not as a failure, and again when it is created', async () => {
  const folder = join(root, 'nowhere');
  await start(folder);
  expect([changes, failures]).toEqual([1, []]);
  await tells(() => mkdirSync(folder));
  await tells(() => writeFileSync(join(folder, 'a'), ''));
});
