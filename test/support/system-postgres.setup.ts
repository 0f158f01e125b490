import type { TestProject } from 'vitest/node';
import { systemPostgresBinaries } from './system-postgres.js';
import { startTestCluster } from './test-cluster.js';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A linguistic collation, as most installations have, so code that requires byte order must declare it.
  return await startTestCluster(project, {
    binaries: systemPostgresBinaries(),
    initdbArguments: ['--locale', 'C.UTF-8', '--locale-provider', 'icu', '--icu-locale', 'en-US'],
  });
}
