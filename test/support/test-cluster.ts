import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type ClusterOptions, openCluster } from '../../platform/database/index.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string; password: string };
  }
}

/** Starts a PostgreSQL for one test project; every test file makes databases of its own on it. */
export async function startTestCluster(
  project: TestProject,
  options: Pick<ClusterOptions, 'binaries' | 'initdbArguments'>,
): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'rampart-test-'));
  const cluster = await openCluster({ ...options, directory, settings: { fsync: 'off', shared_buffers: '128MB' } });
  const { socketFolder, user, password } = cluster.target;
  project.provide('postgres', { host: socketFolder, user, password });
  return async () => {
    await cluster.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
