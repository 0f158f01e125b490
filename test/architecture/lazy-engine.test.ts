import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

/** Whether a process that imports these built modules has loaded Apollo's gateway or server. */
function loadsApollo(...modules: string[]): boolean {
  const imports = modules.map((name) => `await import(${JSON.stringify(join(projectRoot, 'dist', name))});`).join('');
  const loaded = `process.stdout.write(JSON.stringify(Object.keys(module.Module._cache)));`;
  const text = `import * as module from 'node:module';${imports}${loaded}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
  const paths: string[] = JSON.parse(stdout || `["${stderr}"]`);
  return paths.some((path) => /@apollo\/(gateway|usage-reporting-protobuf)\//.test(path));
}

test('loads Apollo’s gateway only for its engine', () => {
  expect(loadsApollo('command-line/rampart.js', 'gateway/index.js')).toBe(false);
  expect(loadsApollo('gateway/apollo-engine/index.js')).toBe(true);
});
