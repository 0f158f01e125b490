import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../platform/project-root.js';

/**
 * The previous release, whose processes must work alongside this version. docs/releasing.md describes when to update
 * it.
 */
const releaseBefore = { version: '0.1.0', commit: '5aef63feecba36278b8da9c0b1b0790b12bc0603' };

/** The parts of a checkout that `rampart` needs. */
const parts = [
  ...['platform', 'gateway', 'subgraphs', 'rest-adapters', 'command-line', 'benchmarks', 'schema'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
];

/**
 * Builds the previous release in a separate directory; undefined if the history lacks its commit because it is shallow.
 * @throws {Error} if the history is complete and lacks the commit
 */
export function buildPreviousRelease(): { root: string; remove: () => void } | undefined {
  const { version, commit } = releaseBefore;
  if (run('git', ['cat-file', '-e', `${commit}^{commit}`], projectRoot) !== undefined) {
    if (hasCompleteHistory()) throw new Error(`${commit} (${version}) is not in the history of this clone`);
    console.log(
      `${commit} (${version}) is not in this clone: this version is not tried alongside the previous release.`,
    );
    return undefined;
  }
  const root = mkdtempSync(join(tmpdir(), 'rampart-release-before-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'release.tar');
    runOrFail(run('git', ['archive', '--output', archive, commit, ...parts], projectRoot));
    runOrFail(run('tar', ['-xf', archive], root));
    if (!usesInstalledPackages(root)) {
      console.log(`Installing the packages of ${version}: this version has others.`);
      runOrFail(run('npm', ['ci'], root));
    }
    runOrFail(build(root));
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether the history is complete; false for a shallow clone, and for sources without a repository. */
function hasCompleteHistory(): boolean {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'false';
}

/** Links the packages of this checkout if they are those that the previous release requires and imports. */
function usesInstalledPackages(root: string): boolean {
  const [releasePackages, ownPackages] = [packagesOf(root), packagesOf(projectRoot)];
  const required = Object.entries(releasePackages).filter(([path, { dev }]) => path !== '' && !dev);
  const missing = required.flatMap(([path]) =>
    ownPackages[path] === undefined ? `'${path.split('node_modules/').at(-1)}` : [],
  );
  const sources = globSync('*/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const differs =
    required.some(([path, { version }]) => ownPackages[path] !== undefined && ownPackages[path].version !== version) ||
    sources.some((source) => missing.some((name) => source.includes(name)));
  if (!differs) symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  return !differs;
}

function packagesOf(root: string): Record<string, { version?: string; dev?: boolean }> {
  const { '': _own, ...packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return packages;
}

/**
 * Compiles the server without its pages, and without checking its types, which takes most of the time.
 * @returns the problem; undefined if it succeeds
 */
function build(root: string): string | undefined {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  return run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', 'dist'], root);
}

/**
 * Runs a command.
 * @returns its output if it fails
 */
function run(command: string, args: readonly string[], cwd: string): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return status === 0 ? undefined : `${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`;
}

function runOrFail(failure: string | undefined): void {
  if (failure !== undefined) throw new Error(failure);
}
