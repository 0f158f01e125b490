import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { databaseSettingsForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { Corpus, readInputs } from './engine/corpus.js';
import { Fuzzer } from './engine/fuzzer.js';
import { Random } from './engine/random.js';
import { reduce } from './engine/reduce.js';
import { defaultTargets, targetSummaries } from './targets/index.js';

/** Inputs of each target: committed ones first, then generated ones. */
const executions = 15;

/** Starting a server with coverage takes 10 s of CPU time, so only this target with a server has a separate process. */
const serverWithProcess = 'cursors';
const [inThisProcess, withProcesses] = [true, false].map((isHere) =>
  defaultTargets.filter(
    (name) => (targetSummaries[name]?.usesDatabase === true && name !== serverWithProcess) === isHere,
  ),
) as [string[], string[]];

interface FuzzResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runFuzz(...args: string[]): Promise<FuzzResult> {
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'test', 'fuzz', 'main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, output, errors };
}

function corpusFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

/** The first lines of the reports in a corpus, keyed by their inputs. */
function findingsIn(corpus: string): Map<string, string> {
  const reports = globSync('findings/*/*.txt', { cwd: corpus }).map((name) => join(corpus, name));
  return new Map(
    reports.map((file) => [
      readFileSync(file.replace('.txt', ''), 'latin1'),
      readFileSync(file, 'utf8').split('\n')[0] ?? '',
    ]),
  );
}

test('targets run in processes, and have no findings for their first inputs', async () => {
  const targets = withProcesses.flatMap((name) => ['--target', name]);
  const { code, output, errors } = await runFuzz(
    '--executions',
    '10',
    '--seed',
    '1',
    '--corpus',
    corpusFolder(),
    ...targets,
  );
  expect({ code, output, errors }).toEqual({
    code: 0,
    output: expect.stringMatching(/\n0 findings\n$/),
    errors: expect.stringMatching(/^seed 1\n/),
  });
  expect(withProcesses).toEqual(['zone-files', 'dns-messages', 'license-files', 'configuration', 'cursors']);
  for (const name of withProcesses) expect(output).toMatch(new RegExp(`^${name} +[1-9]\\d+ .* 0$`, 'm'));
});

test.each(inThisProcess)('the target %s runs, and has no findings for its first inputs', async (name) => {
  const target = (await targetSummaries[name]?.load()) ?? expect.fail(`there is no target ${name}`);
  const folder = corpusFolder();
  const open = await target.open({
    folder,
    createDatabase: async () => (await databaseSettingsForTest()).DATABASE_URL,
  });
  onTestFinished(() => open.close());
  const findings: string[] = [];
  const fuzzer = new Fuzzer({
    ...{ target, open, corpus: new Corpus(folder), random: new Random(1) },
    coverage: { skip() {}, take: () => [], isNew: () => false, add: () => 0 },
    onInput() {},
    onFailure: ({ report }) => void findings.push(report),
  });
  await fuzzer.load(readInputs(join(projectRoot, 'test', 'fuzz', 'corpus', name)), []);
  while (fuzzer.executions < executions) await fuzzer.step();
  await open.checkUp?.();
  expect(findings).toEqual([]);
});

describe('a planted fault', () => {
  test('is found in steps, minimized, and reproduced if it requires four specific bytes', async () => {
    const corpus = corpusFolder();
    const { code } = await runFuzz('--target', 'planted', '--executions', '3000', '--seed', '1', '--corpus', corpus);
    expect(code).toBe(1);
    expect(findingsIn(corpus).get('fuz!')).toBe('RangeError: the fault that is thrown');
    const report = globSync('findings/planted/*.txt', { cwd: corpus }).find((name) =>
      readFileSync(join(corpus, name), 'utf8').startsWith('RangeError'),
    );
    const reproduced = await runFuzz('--reproduce', join(corpus, (report ?? '').replace('.txt', '')));
    expect(reproduced).toMatchObject({
      code: 1,
      output: expect.stringContaining('RangeError: the fault that is thrown'),
    });
  });

  test('is found if it ends the process, hangs or rejects a promise, and the run continues', async () => {
    const corpus = corpusFolder();
    const saved = join(corpus, 'inputs', 'planted');
    mkdirSync(saved, { recursive: true });
    for (const name of ['fuz~', 'fuz}', 'fuz|', 'f']) writeFileSync(join(saved, name), name);
    const { code, output } = await runFuzz(
      '--target',
      'planted',
      '--executions',
      '1',
      '--seed',
      '1',
      '--corpus',
      corpus,
    );
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('\n3 findings\n') });
    expect(findingsIn(corpus)).toEqual(
      new Map([
        ['fuz~', 'crash: the process ended with 3'],
        ['fuz}', 'unhandledRejection: Error: the fault that nobody waits for'],
        ['fuz|', expect.stringMatching(/^Error: hang: it does not end within \d+ ms$/)],
      ]),
    );
  });
});

test('--reproduce reports that a finding no longer fails', async () => {
  const file = join(corpusFolder(), 'input');
  writeFileSync(file, 'fuz');
  const { code, output } = await runFuzz('--target', 'planted', '--reproduce', file);
  expect({ code, output }).toEqual({ code: 0, output: `planted: ${file} does not fail\n` });
});

test.each([
  [['--minutes', 'x'], /^fuzz: --minutes must be a number above 0: x\n$/],
  [['--target', 'x'], /^fuzz: unknown target x; the targets are zone-files, /],
  [
    ['--reproduce', '/dev/null/finding'],
    /^fuzz: \/dev\/null\/finding cannot be read \(ENOTDIR\): name the file of a finding\n$/,
  ],
  [['--nothing'], /^fuzz: Unknown option '--nothing'/],
])('npm run fuzz rejects %j and names the expected value', async (args, message) => {
  expect(await runFuzz(...args)).toEqual({ code: 2, output: '', errors: expect.stringMatching(message) });
});

test('--help lists options and targets, except the planted target', async () => {
  const { code, output } = await runFuzz('--help');
  expect(code).toBe(0);
  expect(output).toMatch(/--minutes N[\s\S]*--reproduce FILE[\s\S]*zone-files/);
  expect(output).not.toContain('planted');
});

test('every target has committed inputs', () => {
  const source = readFileSync(join(projectRoot, 'test', 'fuzz', 'targets', 'index.ts'), 'utf8');
  const imports = source.matchAll(/import\('\.\/(?!planted)([\w-]+)\.js'\)/g);
  const names = [...imports].map(([, name = '']) => name);
  expect(names).toContain('zone-files');
  expect(names.filter((name) => !existsSync(join(projectRoot, 'test', 'fuzz', 'corpus', name)))).toEqual([]);
});

describe('the fuzzing harness', () => {
  test('derives all random numbers from a seed', () => {
    const [one, other] = [new Random(7), new Random(7)];
    const numbers = Array.from({ length: 100 }, () => one.below(10));
    expect(Array.from({ length: 100 }, () => other.below(10))).toEqual(numbers);
    expect(new Set(numbers).size).toBe(10);
  });

  test('minimizes an input to the part that fails', async () => {
    const input = Buffer.from(`${'x'.repeat(100)}a${'y'.repeat(50)}b${'z'.repeat(30)}`);
    const reduced = await reduce(input, {
      attempts: 1000,
      isStillGood: async (candidate) => /a.*b/.test(candidate.toString()),
    });
    expect(reduced.toString()).toBe('ab');
  });
});
