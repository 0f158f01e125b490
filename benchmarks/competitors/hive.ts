import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';

/**
 * Hive Gateway sends equal requests that are under way at once to the subgraph only once. Here all clients ask the same, so
 * with this it would be asked what sharing an answer costs.
 */
export const hiveConfiguration = `export const gatewayConfig = {
  transportEntries: { '*.http': { options: { deduplicateInflightRequests: false } } },
};
`;

const source = join(projectRoot, 'benchmarks', 'references');

/**
 * Hive Gateway from the registry, in the version of benchmarks/references/package-lock.json. It is large and nothing of
 * ours needs it, so it is installed at its first run, and again when the lock changes.
 * @returns the script to run
 * @throws {Error} when npm cannot install it
 */
export async function installHive(onProgress: (text: string) => void): Promise<string> {
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
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    const child = spawn('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error('npm failed to install Hive Gateway; omit it with --no-hive');
}
