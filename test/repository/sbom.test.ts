import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { ownVersion } from '../../platform/version.js';

interface BillOfMaterials {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string; version: string } };
  components: { 'bom-ref': string; name: string; purl: string; scope: string; properties: { name: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

test('the SBOM lists runtime packages and packages bundled into the pages, but no development tools', async () => {
  const script = join(projectRoot, 'scripts', 'sbom.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: projectRoot, maxBuffer: 1 << 28 });
  const { bomFormat, specVersion, metadata, components, dependencies }: BillOfMaterials = JSON.parse(stdout);
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  expect(metadata.component).toMatchObject({ name: 'rampart', version: ownVersion });
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'postgres', 'node', 'react', 'swagger-ui-dist']));
  for (const tool of ['vitest', 'typescript', 'knip', 'vite']) expect(names).not.toContain(tool);
  expect(components.filter(({ purl }) => !purl.startsWith('pkg:npm/'))).toEqual([]);
  expect(components.find(({ name }) => name === 'react')).toMatchObject({ scope: 'required', properties: [] });
  const listed = new Set(components.map((component) => component['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((reference) => !listed.has(reference))).toEqual([]);
});
