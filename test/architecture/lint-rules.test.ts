import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const readingsOfSettings = [
  'export const { env } = process;',
  'export const system = process;',
  'let env; ({ env } = process); export const path = env.PATH;',
  'export function read({ env } = process) { return env; }',
  "import { env } from 'node:process'; export const path = env.PATH;",
  "import system from 'node:process'; export const path = system.env.PATH;",
  'export const path = process.env.PATH;',
  "export const path = process['env'].PATH;",
  'export const path = globalThis.process.env.PATH;',
];

const otherUsesOfTheProcess = [
  'export const args = process.argv;',
  'process.exitCode = 1;',
  "process.once('exit', stop);",
];

/** The lines of each file, and the expected rule of each line, keyed by `file:line`. */
const files = new Map<string, string[]>();
const reported = new Map<string, Set<string>>();

/** Adds a line to a file of the sample and returns its location. */
function addLine(file: string, line: string): string {
  const lines = files.get(file) ?? [];
  files.set(file, [...lines, line]);
  return `${file}:${lines.length + 1}`;
}

interface Diagnostic {
  category: string;
  location: { path: string; start: { line: number } };
}

/** Lints the sample in a separate directory with the same settings as the checkout. */
function lint(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-lint-rules-'));
  try {
    // The version control settings require a repository.
    const settings = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
    write(folder, 'biome.json', JSON.stringify({ ...settings, vcs: { enabled: false } }));
    for (const { path } of settings.plugins) cpSync(join(projectRoot, path), join(folder, path));
    for (const [file, lines] of files) write(folder, file, `${lines.join('\n')}\n`);
    const args = [join(projectRoot, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=json'];
    const { stdout } = spawnSync(process.execPath, [...args, '--max-diagnostics=none'], { cwd: folder });
    for (const { category, location } of JSON.parse(stdout.toString()).diagnostics as Diagnostic[]) {
      const at = `${location.path}:${location.start.line}`;
      reported.set(at, (reported.get(at) ?? new Set()).add(category));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, path: string, source: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
}

function readsSettings(place: string): boolean {
  return ['plugin', 'lint/style/noProcessEnv'].some((category) => reported.get(place)?.has(category));
}

const cycle = [
  addLine('gateway/one.ts', "import type { Other } from './other.js'; export interface One { other: Other }"),
  addLine('gateway/other.ts', "import type { One } from './one.js'; export interface Other { one: One }"),
] as const;

beforeAll(lint);

test.each(readingsOfSettings.map((line) => ({ line, place: addLine('gateway/reads-settings.ts', line) })))(
  'settings are read in the configuration only, not with $line',
  ({ place }) => {
    expect(readsSettings(place)).toBe(true);
  },
);

test.each([
  ...otherUsesOfTheProcess.map((line) => ({ line, place: addLine('gateway/uses-process.ts', line) })),
  ...readingsOfSettings.map((line) => ({ line, place: addLine('platform/configuration/load.ts', line) })),
])('$place may contain $line', ({ place }) => {
  expect(readsSettings(place)).toBe(false);
});

test('files that import only types from each other form a cycle', () => {
  expect([...(reported.get(cycle[0]) ?? []), ...(reported.get(cycle[1]) ?? [])]).toEqual([
    'lint/suspicious/noImportCycles',
    'lint/suspicious/noImportCycles',
  ]);
});
