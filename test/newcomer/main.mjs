// Tests a clean clone like a new user, in difficult environments: see README.md in this directory. --keep-packages
// copies the installed packages to this checkout. --concurrently COMMAND runs the command concurrently with the other
// cases as soon as the packages are installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  clone,
  copyBuild,
  copyInstalled,
  copyOfTest,
  hasUncommittedChanges,
  install,
  keepPackages,
  own,
  removeDatabases,
} from './checkout.mjs';
import { machineEnvironment, nodeVersion, plainUser, run, whyNot, wrappers } from './surroundings.mjs';

const isRoot = process.getuid() === 0;
/** Major versions of Node.js to test as the installed version. The case of another user uses version 22. */
const machineVersions = [20, 24];
const { values: options } = parseArgs({
  options: { 'keep-packages': { type: 'boolean' }, concurrently: { type: 'string' } },
});
const counts = { passed: 0, failed: 0, skipped: 0 };
let commandExitCode = 0;
const base = makeBase();
const test = copyOfTest(join(base, 'test'));
const user = plainUser(base);
if (user !== undefined) await own(user.home, user);

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));

if (await hasUncommittedChanges()) say('uncommitted changes are not tested: the cases use the last commit');
const [closed, moved] = ['closed', 'moved'].map((name) => join(base, name, 'rampart'));
try {
  // Downloads in the background; the case that needs it reports a failure.
  installNode(20).catch(() => undefined);
  // Concurrent cases share only npm's registry. `npm ci` uses one core, so two of them take as long as one.
  const otherUser = asPlainUser();
  otherUser.catch(() => undefined); // A failure is reported where the promise is awaited.
  let command;
  const installed = await asRootInClosedFolder(async () => {
    if (options['keep-packages']) await keepPackages(closed);
    command = runCommand(options.concurrently);
  });
  if (installed !== undefined) {
    await Promise.all([atLongPath(installed), withoutDevelopmentDependencies(installed)]);
    await onOtherMachines(installed);
    await removeCheckout(installed);
  }
  await Promise.all([command, otherUser]);
} finally {
  for (const folder of [closed, moved]) await removeCheckout(folder);
}
say(`${counts.passed} cases passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : commandExitCode;

async function runCommand(command) {
  if (command === undefined) return;
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit');
  commandExitCode = code ?? 1;
}

/** A checkout in a directory that only its owner can enter, like the home of root; then the same after a move. */
async function asRootInClosedFolder(onInstalled) {
  const userName = isRoot ? 'root' : 'this user';
  for (const folder of [closed, moved]) mkdirSync(dirname(folder), { mode: 0o700 });
  const isInstalled = await tryCase(
    `npm ci && npm start as ${userName}, in a folder that only ${userName} may enter`,
    async () => {
      await clone(closed);
      await install(closed);
      await onInstalled();
      await start(closed, { isFirst: true });
    },
  );
  if (!isInstalled) return undefined;
  await tryCase('the second start keeps the data', () => start(closed));
  await tryCase('the checkout was moved', async () => {
    renameSync(closed, moved);
    await start(moved);
  });
  return moved;
}

async function asPlainUser() {
  const name =
    'npm ci && npm start as a user who is not root, with Node.js 22, below a path with blanks and letters beyond ASCII';
  if (user === undefined) return skip(name, 'only root can run commands as another user');
  const node = await installNode(22);
  const folder = join(base, 'open', 'mes données – data (1)', 'rampart');
  mkdirSync(dirname(folder), { recursive: true });
  await own(dirname(folder), user);
  const options = { user, environment: { PATH: `${node}:${machineEnvironment().PATH}`, ...(await cacheFor(user)) } };
  const isStarted = await tryCase(name, async () => {
    await clone(folder, user);
    await install(folder, options);
    await start(folder, { ...options, isFirst: true });
  });
  if (isStarted) await tryCase('the second start of that user keeps the data', () => start(folder, options));
  await removeCopies(folder, options.environment.npm_config_cache);
}

/** Where the machine lacks facilities, or has other versions of Node.js. Runs last: servers change it. */
async function onOtherMachines(installed) {
  for (const [facility, wrapper] of Object.entries(wrappers)) {
    const name = `without ${facility}`;
    const reason = await whyNot(wrapper);
    if (reason === undefined) await tryCase(name, () => start(installed, { wrapper }));
    else skip(name, reason);
  }
  await underOtherVersions(installed);
}

/** With a long path that contains blanks and letters outside ASCII, and a minimal environment. */
async function atLongPath(installed) {
  const prefix = join(base, 'open', 'données (1) long-');
  const bytes = 150 - '/rampart'.length - Buffer.byteLength(prefix);
  const folder = join(`${prefix}${'x'.repeat(Math.max(bytes, 1))}`, 'rampart');
  const environment = {
    TMPDIR: '/nonexistent',
    LC_ALL: 'xx_YY.none',
    TZ: 'No/Where',
    PGPORT: '1',
    PGSSLMODE: 'require',
  };
  const isStarted = await tryCase(
    `a path of ${Buffer.byteLength(folder)} bytes with blanks, in an odd environment`,
    async () => {
      await copyInstalled(installed, folder, user);
      copyBuild(installed, folder);
      if (user !== undefined) await own(folder, user);
      await start(folder, { user, environment, isFirst: true });
    },
  );
  if (isStarted) await tryCase('the second start there keeps the data', () => start(folder, { user, environment }));
  await removeCopies(folder);
}

async function underOtherVersions(installed) {
  const pinned = join(installed, 'node_modules', 'node', 'bin');
  for (const major of machineVersions) {
    const name = `npm start where the machine has Node.js ${major}`;
    const node = runtimeOf(installed).startsWith(`${major}.`)
      ? pinned
      : await installNode(major).catch((error) => error);
    if (node instanceof Error) skip(name, `that version cannot be downloaded: ${node.message.split('\n')[0]}`);
    else await tryCase(name, () => start(installed, { environment: { PATH: `${node}:${machineEnvironment().PATH}` } }));
  }
}

/** Prepares a checkout for production as docs/operations.md describes. */
async function withoutDevelopmentDependencies(installed) {
  const folder = join(base, 'production', 'rampart');
  await tryCase('npm prune --omit=dev after a build, and npm start', async () => {
    await copyInstalled(installed, folder);
    copyBuild(installed, folder);
    await run(['npm', 'prune', '--omit=dev'], { cwd: folder });
    if (existsSync(join(folder, 'node_modules', 'vitest'))) throw new Error('vitest is still installed');
    await start(folder, { isFirst: true });
  });
  await removeCopies(folder);
}

/** Removes a checkout with its databases, if it exists. */
async function removeCheckout(folder) {
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  await removeDatabases(folder, base);
  await removeCopies(folder);
}

/** Removes checkouts that a case no longer needs while others run, because removing them at the end takes a minute. */
async function removeCopies(...folders) {
  await run(['rm', '-rf', ...folders]);
}

async function start(folder, { user: owner, wrapper = [], environment = {}, isFirst = false } = {}) {
  const input = JSON.stringify({ folder, isFirst, environment, runtime: runtimeOf(folder) });
  await run([...wrapper, 'node', join(test, 'start.mjs'), input], { user: owner, cwd: '/' });
}

/** The version of Node.js that a checkout pins. */
function runtimeOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies.node;
}

/** The directory with a version of Node.js, for PATH; downloaded once. */
async function installNode(major) {
  installNode.folders ??= new Map();
  if (!installNode.folders.has(major)) installNode.folders.set(major, nodeVersion(major, join(base, `node-${major}`)));
  return await installNode.folders.get(major);
}

/** Shares npm's cache between users. */
async function cacheFor(owner) {
  const cache = join(owner.home, '.npm');
  const ownCache = (await run(['npm', 'config', 'get', 'cache'])).trim();
  await run(['cp', '-a', ownCache, cache]).catch(() => undefined);
  await own(owner.home, owner);
  return { npm_config_cache: cache };
}

async function tryCase(name, work) {
  const startedAt = Date.now();
  try {
    await work();
    counts.passed += 1;
    say(`passed: ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
    return true;
  } catch (error) {
    counts.failed += 1;
    say(`FAILED: ${name}\n${error.message}`);
    return false;
  }
}

function skip(name, reason) {
  counts.skipped += 1;
  say(`skipped: ${name}: ${reason}`);
}

function say(line) {
  process.stdout.write(`newcomer: ${line}\n`);
}

/** A directory that all users can enter; on a disk, because one case removes /dev/shm. */
function makeBase() {
  const folder = tmpdir().startsWith('/dev/shm') ? '/var/tmp' : tmpdir();
  const base = realpathSync(mkdtempSync(join(folder, 'rampart-newcomer-')));
  chmodSync(base, 0o711);
  return base;
}
