import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

/** Calls a function before each watch of a directory, with the number of earlier watches. */
function spyWatches(before: (watches: number) => void = () => {}) {
  const { watch } = fs;
  const spy = vi.spyOn(fs, 'watch').mockImplementation((...parameters: unknown[]) => {
    before(spy.mock.calls.length - 1);
    return Reflect.apply(watch, fs, parameters);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}

test.each([
  [['ENOSPC', 'EMFILE'], ['ENOSPC']],
  [['ENOENT', 'EMFILE'], ['EMFILE']],
  [['ENOENT', 'ENOTDIR'], []],
])('watches that fail with %j are reported as %j, and the folders below are watched', async (codes, reported) => {
  spyWatches((watches) => {
    const code = codes[watches - 1];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  });
  mkdirSync(join(root, 'one', 'two', 'three'), { recursive: true });
  await start();
  expect(failures.map((error) => (error as Error).message)).toEqual(reported);
  await expectReport(() => writeFileSync(join(root, 'one', 'two', 'three', 'a'), ''));
});

test('each folder is watched once, and is open only while it is listed', async () => {
  const watches = spyWatches();
  mkdirSync(join(root, 'one'));
  await start();
  await waitUntilWatched(() => mkdirSync(join(root, 'two')));
  expect(watches).toHaveBeenCalledTimes(3);
  const openFiles = fs.readdirSync('/proc/self/fd').map((name) => {
    try {
      return fs.readlinkSync(join('/proc/self/fd', name));
    } catch {
      return ''; // It was that of the listing itself.
    }
  });
  expect(openFiles.filter((path) => path.startsWith(root))).toEqual([]);
});

describe('after the watch has ended', () => {
  test('nothing is reported, and no timer runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await start();
    const before = changes;
    end();
    expect(vi.getTimerCount()).toBe(0);
    writeFileSync(join(root, 'a'), '');
    // Events of this watch arrive after those of the earlier one.
    await new Promise<void>((resolve) => {
      const later = fs.watch(root, () => {
        later.close();
        resolve();
      });
      writeFileSync(join(root, 'b'), '');
    });
    expect(changes).toBe(before);
  });

  test('no further folder is watched, even if folders are being listed', async () => {
    mkdirSync(join(root, 'one', 'two', 'three'), { recursive: true });
    const watches = spyWatches((count) => {
      if (count === 1) queueMicrotask(end);
    });
    end = watchFolders(root, { onChange: () => changes++, onFailure: () => {} });
    await expect.poll(() => watches.mock.calls.length, { interval: 1 }).toBe(2);
    // It lists the same folders, so the earlier listing has ended before it.
    await start();
    expect([watches.mock.calls.length, changes]).toEqual([2 + 4, 1]);
  });
});
