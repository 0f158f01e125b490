import { describe, expect, test } from 'vitest';
import { parameter } from '../../test/rest/support/parameters.js';
import { readLastValues } from '../handle-request.js';
import type { Route } from '../route.js';
import { compileReader } from './request-reader.js';
import { selectionOf } from './selection.js';

const item = { id: '1', name: 'a.txt', size: 5, file: { mimeType: 'text/plain', hashes: {} } };

describe('$select', () => {
  test.each([
    ['name', { name: 'a.txt' }],
    ['name,id', { id: '1', name: 'a.txt' }],
    [' id , size ', { id: '1', size: 5 }],
    ['file/mimeType', { file: item.file }],
    ['folder', {}],
    ['*', item],
    ['id,*', item],
  ])('%j reduces an item to the named properties', (select, expected) => {
    expect(selectionOf(select, { always: [] })(item)).toEqual(expected);
  });

  test('reduces the items of a page and retains its links', () => {
    const page = { value: [item, { ...item, id: '2' }], '@odata.nextLink': 'next' };
    expect(selectionOf('id', { always: [] })(page)).toEqual({
      value: [{ id: '1' }, { id: '2' }],
      '@odata.nextLink': 'next',
    });
  });

  test.each([
    ['/v1.0/sites/{site_id}/drive/root/delta', { id: '1', name: 'a.txt', deleted: {} }],
    ['/v1.0/sites/{site_id}/drive/root/children', { name: 'a.txt' }],
  ])('on the path %s retains the properties that the route always returns', (path, expected) => {
    // The reader uses only the path and the parameters of the route.
    const read = compileReader({ path, parameters: [parameter({ name: 'select' })] } as unknown as Route);
    const request = { path: {}, contentType: undefined, authorization: undefined, origin: '', body: undefined };
    const { finish } = read({ ...request, query: readLastValues('$select=name') });
    expect(finish?.({ value: [{ ...item, deleted: {} }] })).toEqual({ value: [expected] });
    expect(read({ ...request, query: readLastValues('') }).finish).toBeUndefined();
  });
});
