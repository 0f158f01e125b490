// Creates a clean clone of the last commit, installs it, and copies both.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './surroundings.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Clones the last commit of the project that this test is part of. */
export async function clone(folder, owner) {
  mkdirSync(dirname(folder), { recursive: true });
  await run(['git', '-c', 'safe.directory=*', 'clone', '--quiet', '--no-local', '--depth', '1', project, folder]);
  if (owner !== undefined) await own(folder, owner);
}

/** Whether files differ from the last commit, which this test would not include. */
export async function hasUncommittedChanges() {
  const args = ['git', '-c', 'safe.directory=*', '-C', project, 'status', '--porcelain'];
  return (await run(args)).trim() !== '';
}

/** Runs `npm ci` in the checkout. */
export async function install(folder, surroundings) {
  await run(['npm', 'ci'], { ...surroundings, cwd: folder });
}

/** Copies an installed checkout to another path, with hard links if possible, without the files of a start. */
export async function copyInstalled(from, to, owner) {
  mkdirSync(dirname(to), { recursive: true });
  await run(['cp', '-al', from, to]).catch(() => run(['cp', '-a', from, to]));
  for (const created of ['data', 'newcomer', 'dist', join('node_modules', '.cache')]) {
    rmSync(join(to, created), { recursive: true, force: true });
  }
  if (owner !== undefined) await own(to, owner);
}

/**
 * Replaces the packages of this checkout with those that `npm ci` has installed in a clone of its last commit. Without
 * hard links, because other cases change the owner of files.
 */
export async function keepPackages(installed) {
  const [cloneLockFile, ownLockFile] = [installed, project].map((folder) =>
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  );
  if (cloneLockFile !== ownLockFile) return await install(project); // The file has changed since the commit.
  const packages = join(project, 'node_modules');
  rmSync(packages, { recursive: true, force: true });
  await run(['cp', '-a', join(installed, 'node_modules'), packages]);
  rmSync(join(packages, '.cache'), { recursive: true, force: true });
}

/** Copies the build of another checkout to avoid building this one. */
export function copyBuild(from, to) {
  cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true, preserveTimestamps: true });
}

/** Copies the test's files to a directory that every user can read; only root may have access to the project. */
export function copyOfTest(folder) {
  const testFolder = dirname(fileURLToPath(import.meta.url));
  cpSync(testFolder, folder, { recursive: true });
  return folder;
}

export async function own(folder, { uid, gid }) {
  await run(['chown', '-R', '--no-dereference', `${uid}:${gid}`, folder]);
}

/**
 * Removes the databases of this test in /var/lib/rampart-databases with the product's command, after their data
 * directories were removed.
 */
export async function removeDatabases(checkout, folder) {
  if (process.getuid() !== 0 || !existsSync(join(checkout, 'dist'))) return;
  const cleanup = ['npm', 'run', '-s', 'rampart', '--', 'cleanup'];
  const listed = JSON.parse(await run([...cleanup, '--json'], { cwd: checkout }));
  const names = listed.filter(({ dataDirectory }) => dataDirectory?.startsWith(`${folder}/`)).map(({ name }) => name);
  if (names.length > 0) await run([...cleanup, '--remove', ...names], { cwd: checkout });
}
