import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { projectRoot } from '../../platform/project-root.js';

const documents =
  '{*.md,*.ini,docs/**/*.md,deploy/*,examples/**/*.{ts,md,ini},{console,gateway,rest-adapters,test}/**/README.md}';
const files = globSync(documents, { cwd: projectRoot }).filter((file) => file !== 'CHANGELOG.md');

/** Variables that Kubernetes sets for a Service named `rampart`, and that of a test. */
const others = new Set(['RAMPART_SERVICE_HOST', 'RAMPART_PORT', 'RAMPART_TEST_HOSTILE_ROUNDS']);

function isSetting(name: string): boolean {
  try {
    loadConfiguration({ environment: { [name]: 'x' }, workingDirectory: projectRoot, file: null });
    return true;
  } catch (error) {
    return !(error as Error).message.startsWith('unknown setting'); // Errors of settings are instances of Error.
  }
}

test('each variable RAMPART_… in documentation and examples is a setting, because commands reject others', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\bRAMPART(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name),
  );
  expect(new Set(named).size).toBeGreaterThan(20);
  expect(isSetting('RAMPART_NONSENSE')).toBe(false);
  expect([...new Set(named)].filter((name) => !others.has(name) && !isSetting(name))).toEqual([]);
});
