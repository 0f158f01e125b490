import perfHooks from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from './metrics.js';
import { createRequestScopes } from './request-scopes.js';

test('servers in one process share one observer of garbage collection', async () => {
  const observers = vi.spyOn(perfHooks, 'PerformanceObserver');
  onTestFinished(() => observers.mockRestore());
  const scopes = createRequestScopes({ timeoutSeconds: 1 });
  onTestFinished(() => scopes.close());
  const servers = [1, 2].map(() => createMetrics({ documents: [], scopes }));
  // Another test may have created it.
  expect(observers.mock.calls.length).toBeLessThanOrEqual(1);
  for (const { text } of servers) expect(await text()).toContain('# TYPE nodejs_gc_duration_seconds histogram');
});
