import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const page = readFileSync(join(projectRoot, 'docs', 'security.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('|'));
const verdicts = ['met', 'partly', 'not met', 'does not apply'];

/**
 * Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, numbered from 1. Sections without any are
 * omitted.
 */
const requirementsOf: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};
const expected = Object.entries(requirementsOf).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

interface Verdict {
  readonly requirements: readonly string[];
  readonly verdict: string;
}

/**
 * The rows of the verdict tables; `1.2.6–1.2.8` are three requirements, `17.1.1–17.3.2` all requirements of these
 * sections.
 */
const verified: Verdict[] = rows.flatMap((row) => {
  const [, requirement = '', level = '', verdict = ''] = row.split('|').map((cell) => cell.trim());
  if (!/^\d/.test(requirement) || !/^L[12]/.test(level)) return [];
  const [first = '', last = first] = requirement.split('–');
  const [from, to] = [expected.indexOf(first), expected.indexOf(last)];
  return [{ requirements: from < 0 || to < 0 ? [requirement] : expected.slice(from, to + 1), verdict }];
});

test('the security page has one verdict for each requirement of levels 1 and 2', () => {
  expect(verified.flatMap(({ requirements }) => requirements).toSorted()).toEqual(expected.toSorted());
  expect(verified.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([]);
});

test('the security page lists each unmet or partially met requirement under Open', () => {
  const open = page.slice(page.indexOf('\n## Open'));
  const missing = verified
    .filter(({ verdict }) => verdict === 'partly' || verdict === 'not met')
    .flatMap(({ requirements }) => requirements)
    .filter(
      (requirement) => !new RegExp(`^\\|[^|]*\\b${requirement.replaceAll('.', '\\.')}\\b[^|]*\\|`, 'm').test(open),
    );
  expect(missing).toEqual([]);
});

test('the security page names only existing tests', () => {
  const missing = rows.flatMap((row) => {
    let folder = '';
    return [...row.matchAll(/[\w./*{},-]*\.test\.ts/g)].flatMap(([name]) => {
      // Several tests in one directory are written as the path of the directory and the file names.
      const path = name.includes('/') ? name : `${folder}/${name}`;
      folder = dirname(path);
      return globSync(path, { cwd: projectRoot }).length > 0 ? [] : [path];
    });
  });
  expect(missing).toEqual([]);
});
