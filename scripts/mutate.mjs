// Mutation testing of directories with unit tests alongside the code; see CONTRIBUTING.md. Stryker is not a development
// dependency: 57 of its packages do not support Node.js 20, about which `npm ci` would warn.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const version = '10.1.1';

const help = `Usage: npm run mutate -- PATH...

Make small changes (mutants) to the code of directories and files, and list the changes that no unit test detects.

  PATH     a directory or a TypeScript file of this repository, for example gateway/limits
  --help   display this help

Requires Stryker; install it without changing package.json:
  npm install --no-save @stryker-mutator/core@${version} @stryker-mutator/vitest-runner@${version}
`;

const paths = process.argv.slice(2);
if (paths.includes('--help')) {
  process.stdout.write(help);
  process.exit(0);
}
if (paths.length === 0) reject(help);
const unknown = paths.find((path) => path.startsWith('-') || !existsSync(join(root, path)));
if (unknown !== undefined) reject(`${unknown} is neither a directory nor a file of this repository\n`);
if (!existsSync(stryker)) reject(`Stryker is not installed\n\n${help}`);

const patterns = paths.map((path) => (statSync(join(root, path)).isDirectory() ? join(path, '**', '*.ts') : path));
const args = ['run', 'stryker.config.json', '--mutate', [...patterns, '!**/*.test.ts'].join()];
process.exitCode = spawnSync(process.execPath, [stryker, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;

function reject(message) {
  process.stderr.write(message);
  process.exit(1);
}
