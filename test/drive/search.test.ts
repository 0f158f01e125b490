import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import { projectRoot } from '../../platform/project-root.js';
import { runCommand } from '../support/command-line.js';
import { folderMirror } from './support/folder-mirror.js';
import { queryDrive } from './support/query-drive.js';
import { readTexts } from './support/texts.js';

const documents = join(projectRoot, 'test', 'fixtures', 'documents');
const world = await folderMirror();

beforeAll(async () => {
  const file = (...names: string[]) => join(world.folder, ...names);
  cpSync(documents, file('Reports'), { recursive: true });
  mkdirSync(file('Reports', 'ŻÓŁTY März'));
  writeFileSync(
    file('Reports', 'ŻÓŁTY März', 'note.txt'),
    'About the Harbour of Gdańsk, not about the office.\nA pangolin.',
  );
  writeFileSync(file('Reports', 'ŻÓŁTY März', 'MÜLLER.txt'), 'Sold to "Müller" & sons');
  writeFileSync(file('Pangolin.bin'), Buffer.from([0, 1, 2, 3]));
  await world.scan();
  await readTexts(world.service);
});

interface Found {
  readonly nodes: readonly {
    readonly matchesName: boolean;
    readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[];
    readonly item: { readonly path: string };
  }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly pendingExtractionCount: number;
}

async function search(query: string, further = ''): Promise<Found> {
  const { data, codes } = await queryDrive(
    world,
    `{ driveSearch(query: ${JSON.stringify(query)}${further}) { pendingExtractionCount nodes { matchesName snippet { text isMatch }
      item { path } } pageInfo { endCursor hasNextPage } } }`,
  );
  expect(codes).toBeUndefined();
  return data.driveSearch;
}

async function pathsOf(query: string, further = ''): Promise<string[]> {
  return (await search(query, further)).nodes.map(({ item }) => item.path.split('/').at(-1) ?? '').toSorted();
}

describe('driveSearch', () => {
  test.each([
    ['contract.docx', 'penalty 12500'],
    ['contract.docx', 'footnote pangolin'],
    ['payroll.xlsx', '"Ærøskøbing, Søren"'],
    ['launch.pptx', 'NIGHTJAR delay'],
    ['invoice.pdf', 'zeppelin'],
  ])('finds %s by words of its text: %s', async (name, query) => {
    const { nodes } = await search(query);
    expect(nodes.map(({ item, matchesName }) => [item.path, matchesName])).toEqual([[`/Reports/${name}`, false]]);
    expect(nodes[0]?.snippet.some(({ isMatch }) => isMatch)).toBe(true);
  });

  test.each([
    ['pangolin', ['Pangolin.bin', 'contract.docx', 'note.txt']],
    ['PANGOLIN -office', ['Pangolin.bin', 'contract.docx']],
    ['"harbour of gdańsk"', ['contract.docx', 'note.txt']],
    ['"gdańsk harbour"', []],
    ['wombat or tungsten', ['launch.pptx', 'payroll.xlsx']],
    ['mandrake', ['figures.html', 'figures.pdf']],
    ['angolin', ['Pangolin.bin']],
    ['żółty märz', ['ŻÓŁTY März']],
    ['müller.TXT', ['MÜLLER.txt']],
    ["it's (broken & a:b*", []],
  ])('with the query %s finds %j', async (query, expected) => {
    expect(await pathsOf(query)).toEqual(expected.toSorted());
  });

  test('returns the matching parts as plain text, matching names before matching texts', async () => {
    const { nodes, pendingExtractionCount } = await search('müller');
    expect(nodes[0]).toEqual({
      matchesName: true,
      snippet: [
        { text: 'Sold to "', isMatch: false },
        { text: 'Müller', isMatch: true },
        { text: '" & sons', isMatch: false },
      ],
      item: { path: '/Reports/ŻÓŁTY März/MÜLLER.txt' },
    });
    expect(nodes).toHaveLength(4);
    expect(pendingExtractionCount).toBe(0);
  });

  test.each([
    ['folder: "/reports/żółty märz/"', ['note.txt']],
    ['folder: "/Reports"', ['contract.docx', 'note.txt']],
    ['folder: "/rep"', []],
    ['extensions: [".DOCX", "bin"]', ['Pangolin.bin', 'contract.docx']],
    ['siteIds: []', []],
    ['modifiedBefore: "2000-01-01T00:00:00Z"', []],
    ['modifiedFrom: "2000-01-01T00:00:00Z", modifiedBefore: "2100-01-01T00:00:00Z"', 3],
  ])('filters by %s', async (filter, expected) => {
    const paths = await pathsOf('pangolin', `, filter: {${filter}}`);
    if (typeof expected === 'number') expect(paths).toHaveLength(expected);
    else expect(paths).toEqual(expected);
  });

  test.each([
    ['ALL', ['Pangolin.bin', 'contract.docx', 'note.txt']],
    ['NAMES', ['Pangolin.bin']],
    ['TEXTS', ['contract.docx', 'note.txt']],
  ])('searches in %s', async (places, expected) => {
    expect(await pathsOf('pangolin', `, in: ${places}`)).toEqual(expected);
  });

  test.each([
    ['ALL', 'müller or pangolin or mandrake', 5],
    ['NAMES', 'o or i', 2],
  ])('returns the same results page by page, in %s', async (places, query, minimum) => {
    const paths = (await search(query, `, in: ${places}`)).nodes.map(({ item }) => item.path);
    expect(paths.length).toBeGreaterThan(minimum);
    const paged: string[] = [];
    for (let after = 'null', hasNext = true; hasNext; ) {
      const { nodes, pageInfo } = await search(query, `, in: ${places}, first: 2, after: ${after}`);
      paged.push(...nodes.map(({ item }) => item.path));
      hasNext = pageInfo.hasNextPage;
      after = JSON.stringify(pageInfo.endCursor);
    }
    expect(paged).toEqual(paths);
  });

  test.each([
    'query: " "',
    'query: "%"',
    'query: "-pangolin"',
    'query: "{1001 letters}"',
    'query: "a", first: 0',
    'query: "a", first: 101',
    'query: "a", after: "nonsense"',
    'query: "a", filter: {folder: "reports"}',
    'query: "a", filter: {extensions: ["%"]}',
  ])('rejects %s', async (input) => {
    const { codes } = await queryDrive(
      world,
      `{ driveSearch(${input.replace('{1001 letters}', 'a'.repeat(1001))}) { nodes { matchesName } } }`,
    );
    expect(codes).toEqual(['BAD_USER_INPUT']);
  });

  const analyst: Caller = { kind: 'operator', name: 'a', role: 'analyst', tenantId: 'acme' };
  test.each([
    ['nobody', anonymous, 'UNAUTHENTICATED'],
    ['an analyst of one tenant', analyst, 'FORBIDDEN'],
    ['an account', { kind: 'account', accountId: 'a', username: 'a' } as const, 'FORBIDDEN'],
  ])('rejects %s', async (_, caller, code) => {
    const { data, codes } = await queryDrive(
      world,
      '{ driveSearch(query: "pangolin") { nodes { matchesName } } }',
      caller,
    );
    expect({ data, codes }).toEqual({ data: { driveSearch: null }, codes: [code] });
  });
});

test('rampart drive search prints the first results, and the sites to choose from', async () => {
  const run = async (...args: string[]) =>
    await runCommand(['drive', 'search', ...args], {
      environment: { ...world.settings, DATABASE_URL: world.platform.configuration.database.url },
    });
  const [results, unknown] = await Promise.all([
    run('pangolin', '--limit', '2', '--json', '--folder', '/reports'),
    run('pangolin', '--site', 'elsewhere.example'),
  ]);
  expect(results).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(results.output)).toMatchObject([
    { site: 'mirror.example/sites/field', is_folder: false, matches_name: false },
    { path: expect.stringMatching(/^.Reports.*(note.txt|contract.docx)$/) },
  ]);
  expect(unknown).toMatchObject({
    code: 1,
    errors: expect.stringContaining('known sites: mirror.example/sites/field'),
  });
});

test('DriveItem.text reports the format, the start of the text, and why a text cannot be read', async () => {
  const { data } = await queryDrive(
    world,
    `{ driveSearch(query: "bin or locked or payroll or reports") { nodes { item { name text {
      state format reason isCut detail excerpt(first: 13) } } } } }`,
  );
  const texts = new Map(
    data.driveSearch.nodes.map(({ item }: { item: { name: string; text: unknown } }) => [item.name, item.text]),
  );
  const unread = { isCut: false, excerpt: null };
  expect(Object.fromEntries(texts)).toEqual({
    'Pangolin.bin': {
      ...{
        state: 'UNREADABLE',
        format: null,
        reason: 'UNSUPPORTED',
        detail: 'the format of the document is not supported',
        ...unread,
      },
    },
    'locked.pdf': {
      ...{
        state: 'UNREADABLE',
        format: 'PDF',
        reason: 'ENCRYPTED',
        detail: 'the PDF file requires a password',
        ...unread,
      },
    },
    'payroll.xlsx': {
      ...{ state: 'EXTRACTED', format: 'XLSX', reason: null, detail: null, isCut: false, excerpt: 'Payroll March' },
    },
    Reports: null,
  });
});

test('DriveSite.foundItems finds a part of a name regardless of case, and matches % and _ literally', async () => {
  const findNames = async (name: string) => {
    const { data } = await queryDrive(world, `{ driveSites { foundItems(name: ${JSON.stringify(name)}) { name } } }`);
    return data.driveSites[0].foundItems.map((item: { name: string }) => item.name);
  };
  expect(await findNames('żółty')).toEqual(['ŻÓŁTY März']);
  expect(await findNames('müller.t')).toEqual(['MÜLLER.txt']);
  expect(await findNames('%')).toEqual([]);
  expect(await findNames('ULLER_t')).toEqual([]);
});
