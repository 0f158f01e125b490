import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

// The files of a worker share what they load: a mock does not apply to a module that an earlier file loaded, and would
// apply to later files.
test('no test mocks modules', () => {
  const files = globSync('{command-line,console,gateway,platform,rest-adapters,subgraphs,test}/**/*.test.{ts,tsx}', {
    cwd: projectRoot,
  });
  const mocking = files.filter((file) => /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(join(projectRoot, file), 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(mocking).toEqual([]);
});
