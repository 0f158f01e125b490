import { describe, expect, test } from 'vitest';
import { parseBlacklist } from '../files/rules/blacklist.js';
import { type Department, parseDepartments } from '../files/rules/departments.js';
import { affectedRanks, blacklistDifference, departmentChange, departmentsDifference, describeRank } from './rules.js';

const none = { added: [], removed: [], changed: [], addedCount: 0, removedCount: 0, changedCount: 0 };
const blacklist = (...lines: string[]) => parseBlacklist(lines.join('\n')).blacklist;
const departments = (...list: Department[]) => parseDepartments(JSON.stringify(list));
const sales: Department = { name: 'Sales', addresses: ['10.0.0.0/8'], configuration: { level: 1 } };
const finance: Department = { name: 'Finance', addresses: ['192.168.0.1'], configuration: {} };

describe('the difference between blacklists', () => {
  test('has the added and removed entries', () => {
    const difference = blacklistDifference(blacklist('10.0.0.1', '10.0.0.2'), blacklist('10.0.0.3', '10.0.0.2'));
    expect(difference).toEqual({
      ...none,
      ...{ added: ['10.0.0.3'], addedCount: 1, removed: ['10.0.0.1'], removedCount: 1 },
    });
  });

  test('ignores the order', () => {
    expect(blacklistDifference(blacklist('10.0.0.1', '10.0.0.2'), blacklist('10.0.0.2', '10.0.0.1'))).toEqual(none);
  });

  test('names up to 50 entries', () => {
    const long = blacklist(...Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`));
    const names = Array.from({ length: 50 }, (_, index) => `10.0.0.${index}`);
    expect(blacklistDifference(blacklist(), long)).toEqual({ ...none, added: names, addedCount: 51 });
    expect(blacklistDifference(long, blacklist())).toEqual({ ...none, removed: names, removedCount: 51 });
  });
});

describe('the difference between departments', () => {
  test.each<[string, Department[], object]>([
    ['without changes is empty', [sales, finance], {}],
    ['has a removed one', [sales], { removed: ['Finance'], removedCount: 1 }],
    [
      'has an added one, and those with another position',
      [{ ...sales, name: 'Support' }, sales, finance],
      { added: ['Support'], addedCount: 1, changed: ['Sales', 'Finance'], changedCount: 2 },
    ],
    [
      'has one with other addresses',
      [{ ...sales, addresses: ['10.0.0.0/9'] }, finance],
      { changed: ['Sales'], changedCount: 1 },
    ],
    [
      'has one with another configuration',
      [sales, { ...finance, configuration: { level: 2 } }],
      { changed: ['Finance'], changedCount: 1 },
    ],
  ])('%s', (_, after, expected) => {
    expect(departmentsDifference(departments(sales, finance), departments(...after))).toEqual({ ...none, ...expected });
  });

  test('names up to 50 changed ones', () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ ...sales, name: `d${index}` }));
    const difference = departmentsDifference(departments(...many), departments(finance, ...many));
    expect(difference.changed).toEqual(many.slice(0, 50).map(({ name }) => name));
    expect(difference.changedCount).toBe(51);
  });
});

describe('the change of the department of a controller', () => {
  const before = departments(sales);

  test.each<[string, Department[], string, object | undefined]>([
    ['is none if it is equal', [sales], '10.0.0.1', undefined],
    ['can be to none', [finance], '10.9.9.9', { before: 'Sales', after: 'none' }],
    ['has both names', [{ ...sales, name: 'Support' }], '10.0.0.1', { before: 'Sales', after: 'Support' }],
    ['can be from none', [sales, finance], '192.168.0.1', { before: 'none', after: 'Finance' }],
    ['is none if it has never had one', [sales, finance], '192.168.0.2', undefined],
    [
      'mentions another configuration',
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
])('a change of the cap %j affects these of %d controllers: %j', (caps, controllers, expected) => {
  expect(affectedRanks(caps, controllers)).toEqual(expected);
});

test.each([
  [9, 10, 'within the cap'],
  [10, 10, 'over the cap'],
  [0, null, 'rejected'],
])('the controller of the rank %d is, with the cap %s, %s', (rank, cap, standing) => {
  expect(describeRank(rank, cap)).toBe(standing);
});
