import { expect, test } from 'vitest';
import { readDrives } from './drives.js';

const next = 'https://graph.microsoft.com/v1.0/sites/s/drives?$skiptoken=t';

test.each<[string, unknown, object]>([
  ['libraries', { value: [{ id: 'd1', name: 'Documents' }] }, { drives: [{ id: 'd1', name: 'Documents' }] }],
  [
    'entries without an id or name',
    { value: [{ name: 'a' }, { id: 'd1' }, { id: '', name: 'a' }, null, 1] },
    { drives: [] },
  ],
  ['a next page', { value: [], '@odata.nextLink': next }, { drives: [], nextLink: next }],
  ['an empty link', { value: [], '@odata.nextLink': '' }, { drives: [] }],
  ['a link that is not a string', { '@odata.nextLink': 1 }, { drives: [] }],
  ['a value that is not a list', { value: {} }, { drives: [] }],
  ['a body that is not an object', null, { drives: [] }],
])('reads a page of document libraries with %s', (_, body, expected) => {
  expect(readDrives(body)).toEqual({ nextLink: null, ...expected });
});
