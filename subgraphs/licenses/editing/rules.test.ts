import { describe, expect, test } from 'vitest';
import { parseBlacklist } from '../files/rules/blacklist.js';
import { type Department, parseDepartments } from '../files/rules/departments.js';
import { affectedRanks, blacklistDifference, departmentChange, departmentsDifference, describeRank } from './rules.js';

const noDifference = { added: [], removed: [], changed: [], addedCount: 0, removedCount: 0, changedCount: 0 };
const blacklist = (...lines: string[]) => parseBlacklist(lines.join('\n')).blacklist;
const departments = (...list: Department[]) => parseDepartments(JSON.stringify(list));
const sales: Department = { name: 'Sales', addresses: ['10.0.0.0/8'], configuration: { level: 1 } };
const finance: Department = { name: 'Finance', addresses: ['192.168.0.1'], configuration: {} };

describe('the difference between blacklists', () => {
  test('contains the added and removed entries', () => {
    const difference = blacklistDifference(blacklist('10.0.0.1', '10.0.0.2'), blacklist('10.0.0.3', '10.0.0.2'));
    expect(difference).toEqual({
      ...noDifference,
      ...{ added: ['10.0.0.3'], addedCount: 1, removed: ['10.0.0.1'], removedCount: 1 },
    });
  });

  test('ignores the order', () => {
    expect(blacklistDifference(blacklist('10.0.0.1', '10.0.0.2'), blacklist('10.0.0.2', '10.0.0.1'))).toEqual(
      noDifference,
    );
  });

  test('contains at most 50 names', () => {
    const longList = blacklist(...Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`));
    const names = Array.from({ length: 50 }, (_, index) => `10.0.0.${index}`);
    expect(blacklistDifference(blacklist(), longList)).toEqual({ ...noDifference, added: names, addedCount: 51 });
    expect(blacklistDifference(longList, blacklist())).toEqual({ ...noDifference, removed: names, removedCount: 51 });
  });
});

describe('the difference between departments', () => {
  test.each<[string, Department[], object]>([
    ['without changes is empty', [sales, finance], {}],
    ['contains a removed department', [sales], { removed: ['Finance'], removedCount: 1 }],
    [
      'contains an added department, and the departments with another position',
      [{ ...sales, name: 'Support' }, sales, finance],
      { added: ['Support'], addedCount: 1, changed: ['Sales', 'Finance'], changedCount: 2 },
    ],
    [
      'contains a department with other addresses',
      [{ ...sales, addresses: ['10.0.0.0/9'] }, finance],
      { changed: ['Sales'], changedCount: 1 },
    ],
    [
      'contains a department with another configuration',
      [sales, { ...finance, configuration: { level: 2 } }],
      { changed: ['Finance'], changedCount: 1 },
    ],
  ])('%s', (_, after, expected) => {
    expect(departmentsDifference(departments(sales, finance), departments(...after))).toEqual({
      ...noDifference,
      ...expected,
    });
  });

  test('contains the names of at most 50 changed departments', () => {
    const manyDepartments = Array.from({ length: 51 }, (_, index) => ({ ...sales, name: `d${index}` }));
    const difference = departmentsDifference(departments(...manyDepartments), departments(finance, ...manyDepartments));
    expect(difference.changed).toEqual(manyDepartments.slice(0, 50).map(({ name }) => name));
    expect(difference.changedCount).toBe(51);
  });
});

describe('the department change of a controller', () => {
  const before = departments(sales);

  test.each<[string, Department[], string, object | undefined]>([
    ['is undefined if the department is the same', [sales], '10.0.0.1', undefined],
    ['is to `none` if no department matches afterwards', [finance], '10.9.9.9', { before: 'Sales', after: 'none' }],
    ['contains both names', [{ ...sales, name: 'Support' }], '10.0.0.1', { before: 'Sales', after: 'Support' }],
    [
      'is from `none` if no department matched before',
      [sales, finance],
      '192.168.0.1',
      { before: 'none', after: 'Finance' },
    ],
    ['is undefined if no department matches before or afterwards', [sales, finance], '192.168.0.2', undefined],
    [
      'states that the configuration differs',
      [{ ...sales, configuration: { level: 2 } }],
      '10.0.0.1',
      { before: 'Sales', after: 'Sales (different configuration)' },
    ],
  ])('%s', (_, after, address, expected) => {
    expect(departmentChange(before, departments(...after), [address])).toEqual(expected);
  });
});

test.each([
  [{ before: 10, after: 20 }, 15, { from: 10, count: 5 }],
  [{ before: 10, after: 20 }, 30, { from: 10, count: 10 }],
  [{ before: 20, after: 10 }, 30, { from: 10, count: 10 }],
  [{ before: 20, after: 10 }, 10, { from: 10, count: 0 }],
  [{ before: 20, after: 10 }, 5, { from: 10, count: 0 }],
  [{ before: null, after: 10 }, 30, { from: 0, count: 30 }],
])('a change of the cap %j with %d registered controllers affects the ranks %j', (caps, controllers, expected) => {
  expect(affectedRanks(caps, controllers)).toEqual(expected);
});

test.each([
  [9, 10, 'within the cap'],
  [10, 10, 'over the cap'],
  [0, null, 'rejected'],
])('the controller with the rank %d and the cap %s is described as %s', (rank, cap, description) => {
  expect(describeRank(rank, cap)).toBe(description);
});
