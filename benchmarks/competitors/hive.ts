import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';

/**
 * Configuration of Hive Gateway without deduplication of equal concurrent subgraph requests. All clients of the
 * benchmark send equal requests, so it would otherwise measure the cost of sharing a response.
 */
export const hiveConfiguration = `export const gatewayConfig = {
  transportEntries: { '*.http': { options: { deduplicateInflightRequests: false } } },
};
`;

const source = join(projectRoot, 'benchmarks', 'references');

/**
 * Installs Hive Gateway from the npm registry, in the version of benchmarks/references/package-lock.json. It is large
 * and only used here, so it is installed on the first run, and when the lock file changes.
 * @returns path of the script to run
 * @throws {Error} if npm cannot install it
 */
export async function installHive(onProgress: (message: string) => void): Promise<string> {
  const lock = readFileSync(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(projectRoot, 'node_modules', '.cache', 'rampart-benchmarks', version);
  const installed = join(folder, 'installed');
  if (!existsSync(installed)) {
    onProgress('installing Hive Gateway');
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
    await npmInstall(folder);
    writeFileSync(installed, '');
  }
  return join(folder, 'node_modules', '@graphql-hive', 'gateway', 'dist', 'bin.js');
}

async function npmInstall(folder: string): Promise<void> {
  const code = await new Promise((resolve, reject) => {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error('npm failed to install Hive Gateway; omit it with --no-hive');
}
