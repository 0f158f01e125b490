import type { TestProject } from 'vitest/node';
import { startTestCluster } from './test-cluster.js';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return await startTestCluster(project, {});
}
