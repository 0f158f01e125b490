import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

/** The packages of Apollo that a process loads when it imports these built modules and then runs the code. */
function loadedOfApollo(modules: readonly string[], code = ''): ReadonlySet<string> {
  const imports = modules.map((name, index) => {
    const path = JSON.stringify(join(projectRoot, 'dist', name));
    return `const module${index} = await import(${path});`;
  });
  const loaded = `process.stdout.write(JSON.stringify(Object.keys(module.Module._cache)));`;
  const script = `import * as module from 'node:module';${imports.join('')}${code};${loaded}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const paths: string[] = JSON.parse(stdout || `["@apollo/${stderr}/"]`);
  return new Set(paths.flatMap((path) => /@apollo\/([^/]+)\//.exec(path)?.[1] ?? []));
}

test('only the Apollo engine loads Apollo’s gateway', () => {
  expect(loadedOfApollo(['command-line/rampart.js', 'gateway/index.js'])).not.toContain('gateway');
  expect(loadedOfApollo(['gateway/apollo-engine/index.js'])).toContain('gateway');
});

test('Apollo’s planner and composition are loaded only to plan and to compose', () => {
  const supergraph = JSON.stringify(join(projectRoot, 'schema', 'supergraph.graphql'));
  const script = `const { readFileSync } = await import('node:fs');
    module1.composedSupergraphOf(readFileSync(${supergraph}, 'utf8')).published();`;
  const loaded = loadedOfApollo(['gateway/index.js', 'gateway/execution/composed-supergraph.js'], script);
  expect([...loaded].filter((name) => /composition|federation-internals|query-/.test(name))).toEqual([]);
});
