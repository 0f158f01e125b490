import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../platform/project-root.js';

/** The release before this one: its processes work beside this version's. docs/releasing.md says when to change it. */
const releaseBefore = { version: '0.1.0', commit: '5aef63feecba36278b8da9c0b1b0790b12bc0603' };

/** The parts of a checkout that `rampart` runs on. */
const parts = [
  ...['platform', 'gateway', 'subgraphs', 'rest-adapters', 'command-line', 'benchmarks', 'schema'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
];

/**
 * Builds the release before in a folder of its own; undefined without the history that its commit is part of.
 * @throws {Error} when the history is complete and lacks the commit
 */
export function buildPreviousRelease(): { root: string; remove: () => void } | undefined {
  const { version, commit } = releaseBefore;
  if (run('git', ['cat-file', '-e', `${commit}^{commit}`], projectRoot) !== undefined) {
    if (hasWholeHistory()) throw new Error(`${commit} (${version}) is not in the history of this clone`);
    console.log(`${commit} (${version}) is not in this clone: this version is not tried beside the release before.`);
    return undefined;
  }
  const root = mkdtempSync(join(tmpdir(), 'rampart-release-before-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'release.tar');
    orFail(run('git', ['archive', '--output', archive, commit, ...parts], projectRoot));
    orFail(run('tar', ['-xf', archive], root));
    if (!usesInstalledPackages(root) || build(root) !== undefined) {
      console.log(`Installing the packages of ${version}: this version has others.`);
      rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      orFail(run('npm', ['ci'], root));
      orFail(build(root));
    }
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** False for a shallow clone, and for sources without a repository. */
function hasWholeHistory(): boolean {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'false';
}

/** Links the packages of this checkout, if each that the release before needs to run and is installed here has its version. */
function usesInstalledPackages(root: string): boolean {
  const [theirs, ours] = [packagesOf(root), packagesOf(projectRoot)];
  const differs = Object.entries(theirs).some(
    ([path, { version, dev }]) => !dev && ours[path] !== undefined && ours[path].version !== version,
  );
  if (!differs) symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  return !differs;
}

function packagesOf(root: string): Record<string, { version?: string; dev?: boolean }> {
  const { '': _own, ...packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return packages;
}

/** Compiles the server; its pages are not needed. @returns what is wrong, such as a package that is not installed here */
function build(root: string): string | undefined {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  return run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', 'dist'], root);
}

/** @returns what it printed if it failed */
function run(command: string, words: readonly string[], cwd: string): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  return status === 0 ? undefined : `${command} ${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`;
}

function orFail(failure: string | undefined): void {
  if (failure !== undefined) throw new Error(failure);
}
