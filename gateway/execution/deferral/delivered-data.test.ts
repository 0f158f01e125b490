import { describe, expect, test } from 'vitest';
import { DeliveredData } from './delivered-data.js';

describe('the delivered data', () => {
  test('contains the objects of the initial result and of later parts', () => {
    const data = new DeliveredData({ list: [{ id: 1 }, null], none: null });
    expect(data.hasObject(['list', 0])).toBe(true);
    for (const path of [['list', 1], ['list', 2], ['list'], ['list', 0, 'id'], ['none'], ['none', 'x'], ['toString']]) {
      expect(data.hasObject(path), path.join('.')).toBe(false);
    }
    expect(data.add(['list', 0], { inner: { id: 2 } })).toBe(true);
    expect(data.hasObject(['list', 0, 'inner'])).toBe(true);
    expect(data.add(['list', 0, 'inner'], { deep: { id: 3 } })).toBe(true);
    expect(data.hasObject(['list', 0, 'inner', 'deep'])).toBe(true);
    expect(data.hasObject([])).toBe(true);
  });

  test('contains objects of later parts under the names of inherited properties', () => {
    const data = new DeliveredData({ item: {} });
    expect(data.add(['item'], { constructor: { id: 1 }, toString: { id: 2 } })).toBe(true);
    expect(data.hasObject(['item', 'constructor'])).toBe(true);
    expect(data.hasObject(['item', 'toString'])).toBe(true);
  });

  test('rejects a part for an object that it does not contain', () => {
    const data = new DeliveredData({ list: [null] });
    expect(data.add(['list', 0], { id: 1 })).toBe(false);
    expect(data.add(['other'], { id: 1 })).toBe(false);
    expect(data.hasObject(['list', 0])).toBe(false);
  });

  test('rejects a part that contains null for a delivered value', () => {
    const data = new DeliveredData({ a: { b: [{ c: 1 }] }, none: null });
    expect(data.add([], { a: null, more: {} })).toBe(false);
    expect(data.add([], { a: { b: [null] }, more: {} })).toBe(false);
    expect(data.add(['a'], { b: [{ c: null }], more: {} })).toBe(false);
    expect(data.hasObject(['more'])).toBe(false);
    expect(data.hasObject(['a', 'more'])).toBe(false);
    expect(data.add([], { a: { b: [{ c: 1, d: null }] }, none: null, more: {} })).toBe(true);
    expect(data.hasObject(['more'])).toBe(true);
  });

  test('retains its nulls, which also replace the values of later parts', () => {
    const data = new DeliveredData({ a: { none: null }, list: [null, {}] });
    const part = { a: { none: { id: 1 } }, list: [{ id: 2 }, { id: 3 }] };
    expect(data.add([], part)).toBe(true);
    expect(part).toEqual({ a: { none: null }, list: [null, { id: 3 }] });
    expect(data.hasObject(['a', 'none'])).toBe(false);
  });

  test('retains scalar values that a later part repeats', () => {
    const data = new DeliveredData({ item: { id: 1 } });
    expect(data.add([], { item: { id: 1, more: {} } })).toBe(true);
    expect(data.hasObject(['item', 'more'])).toBe(true);
    expect(data.hasObject(['item', 'id'])).toBe(false);
  });

  test('never modifies the objects of earlier parts when it merges a later one', () => {
    const [first, second] = [{ a: { list: [{ id: 1 }] } }, { x: { id: 2 } }];
    const data = new DeliveredData(first);
    data.add(['a', 'list', 0], second);
    data.add(['a', 'list', 0], { x: { more: 3 } });
    expect(first).toEqual({ a: { list: [{ id: 1 }] } });
    expect(second).toEqual({ x: { id: 2 } });
    expect(data.add(['a', 'list', 0, 'x'], { more: null })).toBe(false);
  });
});
