// Builds dist/ when a source has changed since the last build: the server with tsc, the pages with vite. Without
// development dependencies (`npm ci --omit=dev`), the last build is used. Types are checked by `npm run check`, not
// here, because that takes most of the time of a build. All output goes to standard error, so standard output belongs
// to the command that follows.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const lock = join(dist, '.building');
const quiet = process.argv.includes('--quiet');

const parts = [
  {
    name: 'server',
    sources: [
      ...JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')).include,
      // Test support code that the fuzzing targets use.
      'test/rest/support/open-api-validator.ts',
      'test/support/document-site',
      'test/zones/support/reference-tool.ts',
      'tsconfig.json',
      'tsconfig.build.json',
      'tsconfig.exports.json',
    ],
    outputs: ['platform', 'gateway', 'subgraphs', 'rest-adapters', 'command-line', 'benchmarks', 'test', 'type-defs'],
    commands: [
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', 'dist/.next'],
      // Emits the types of the modules that package.json exports.
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.exports.json', '--outDir', 'dist/.next'],
      ['dist/.next/command-line/generation/type-defs.js'],
    ],
    // Compiled to a temporary directory and renamed, so commands that start during a build use the last one.
    builtIn: join(dist, '.next'),
  },
  {
    name: 'pages',
    sources: ['console'],
    outputs: ['console', 'docs'],
    commands: [['node_modules/vite/bin/vite.js', 'build', '--config', 'console/vite.config.ts', '--logLevel', 'warn']],
  },
];

const isCurrent = parts.every(isPartCurrent);
// TypeScript may be installed as a transitive dependency; vite is a development dependency only.
if (!isCurrent && !existsSync(join(root, 'node_modules', 'vite'))) keepLastBuild();
else if (!isCurrent) {
  assertWritable();
  await withLock(() => parts.filter((part) => !isPartCurrent(part)).forEach(build));
}

/** Keeps a build that is older than its sources, with a warning; exits if there is no build. */
function keepLastBuild() {
  const isBuilt = parts.every((part) => existsSync(stampOf(part)));
  const situation = isBuilt ? 'The build is older than its sources' : 'There is no build';
  process.stderr.write(
    `${situation}, and the development dependencies are not installed: run npm ci && npm run build.\n`,
  );
  if (!isBuilt) process.exit(1);
}

function assertWritable() {
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK | constants.X_OK);
  } catch (error) {
    process.stderr.write(
      `rampart: a build is required, and ${dist} is not writable (${error.code}): run npm run build as the owner of ${root}\n`,
    );
    process.exit(1);
  }
}

function build(part) {
  if (!quiet) process.stderr.write(`building the ${part.name}\n`);
  const fingerprint = fingerprintOf(part);
  rmSync(stampOf(part), { force: true });
  rmSync(join(dist, '.next'), { recursive: true, force: true });
  const succeeds = (command) =>
    spawnSync(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
  if (!part.commands.every(succeeds)) {
    process.stderr.write(`building the ${part.name} failed\n`);
    releaseLock();
    process.exit(1);
  }
  if (part.builtIn !== undefined) moveOutputs(part);
  writeFileSync(stampOf(part), fingerprint);
}

function moveOutputs(part) {
  for (const output of part.outputs) {
    rmSync(join(dist, output), { recursive: true, force: true });
    if (existsSync(join(part.builtIn, output))) renameSync(join(part.builtIn, output), join(dist, output));
  }
  rmSync(part.builtIn, { recursive: true, force: true });
}

function isPartCurrent(part) {
  try {
    return readFileSync(stampOf(part), 'utf8') === fingerprintOf(part);
  } catch {
    return false;
  }
}

function stampOf(part) {
  return join(dist, `.${part.name}-built-from`);
}

/**
 * A hash of the names, sizes and modification times of the sources, which are fast to read and differ after every edit.
 * Of the lock file, the content is hashed, because npm rewrites the file without changes.
 */
function fingerprintOf(part) {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const source of part.sources) hashSource(hash, source);
  return hash.digest('hex');
}

/**
 * Uses paths relative to the root, so a moved checkout is not rebuilt, which might be impossible at its new location.
 */
function hashSource(hash, path) {
  const status = statSync(join(root, path), { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) hashSource(hash, join(path, name));
  } else {
    hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
  }
}

/** Runs the work while no other process builds. The lock file contains the id of the process that builds. */
async function withLock(work) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isHolderDead()) releaseLock();
      await delay(200);
    }
  }
  try {
    work();
  } finally {
    releaseLock();
  }
}

/** Whether the process that holds the lock was killed. */
function isHolderDead() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function releaseLock() {
  rmSync(lock, { force: true });
}
