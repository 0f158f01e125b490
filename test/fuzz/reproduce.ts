import 'reflect-metadata';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Cluster, openCluster } from '../../platform/database/index.js';
import { UsageError } from './arguments.js';
import { describeFailure } from './engine/findings.js';
import type { DatabaseServer } from './engine/messages.js';
import { createDatabase, prepareServer } from './server/databases.js';
import { targetSummaries } from './targets/index.js';

/**
 * Runs one input in this process, so a debugger can be attached.
 * @param options.target default: the name of the file's directory
 * @returns the exit code: 1 if it fails again
 */
export async function reproduce(options: { file: string; input: Buffer; target: string | undefined }): Promise<number> {
  const { file, input, target: name = basename(dirname(resolve(options.file))) } = options;
  const summary = targetSummaries[name];
  if (summary === undefined) throw new UsageError(`${file} is in no folder of a target: add --target NAME`);
  const folder = mkdtempSync(join(tmpdir(), 'rampart-fuzz-'));
  chmodSync(folder, 0o755);
  let cluster: Cluster | undefined;
  let server: DatabaseServer | undefined;
  const target = await summary.load();
  const open = await target.open({
    folder,
    async createDatabase() {
      cluster ??= await openCluster({ directory: join(folder, 'postgresql') });
      server ??= await prepareServer(cluster);
      return await createDatabase(server);
    },
  });
  try {
    await open.run(input);
    await open.checkUp?.();
    process.stdout.write(`${name}: ${file} does not fail\n`);
    return 0;
  } catch (thrown) {
    process.stdout.write(`${name}: ${file} fails\n${describeFailure(thrown)}\n`);
    return 1;
  } finally {
    await open.close();
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
