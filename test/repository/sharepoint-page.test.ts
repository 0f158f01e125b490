import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const page = readFileSync(join(projectRoot, 'docs', 'sharepoint.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Requirement |'))
  .map((line) => {
    const [, requirement = '', source = '', metIn = '', tests = ''] = line.split(/(?<!\\)\|/);
    return { requirement: requirement.trim(), source, metIn, tests };
  });

/** The tests of a cell: the path of a file, and the names of its tests. */
function testsOf(cell: string): { file: string; names: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`((?:[:,] “[^”]+”)+)/g)].map(([, file = '', names = '']) => ({
    file: file.includes('/') ? file : `test/drive/${file}`,
    names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
  }));
}

test('each requirement has a source from Microsoft, a location in the code and a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  const incomplete = rows.filter(
    ({ source, metIn, tests }) =>
      !source.includes('](https://learn.microsoft.com/') || !metIn.includes('`') || testsOf(tests).length === 0,
  );
  expect(incomplete).toEqual([]);
});

test('each location in the code exists', () => {
  const places = rows.flatMap(({ metIn }) => [...metIn.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place));
  const ofRepository = /^(?:subgraphs|platform|rest-adapters)\//;
  const paths = places.map((place) => (ofRepository.test(place) ? place : `subgraphs/drive/sync/${place}`));
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

test('each test that the page names exists in its file', () => {
  const missing = rows.flatMap(({ tests }) =>
    testsOf(tests).flatMap(({ file, names }) => {
      const path = join(projectRoot, file);
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      return names.filter((name) => !text.includes(`('${name}', `)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});

test('every test file in a cell is followed by the names of its tests', () => {
  const unnamed = rows.filter(
    ({ tests }) => testsOf(tests).length !== [...tests.matchAll(/`[^`]+\.test\.ts`/g)].length,
  );
  expect(unnamed).toEqual([]);
});
