import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { subgraphs } from '../../subgraphs/index.js';

test('the build contains the SDL that the classes of each domain declare', () => {
  const folder = join(projectRoot, 'dist', 'type-defs');
  const built = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const declared = subgraphs.map(({ name, printTypeDefs }) => [`${name}.graphql`, printTypeDefs()]);
  expect(Object.fromEntries(built)).toEqual(Object.fromEntries(declared));
});
