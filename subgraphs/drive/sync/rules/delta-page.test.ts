import { describe, expect, test } from 'vitest';
import { isRemoteId, readDeltaPage } from './delta-page.js';

const links = { '@odata.deltaLink': 'delta' };
const empty = {
  parentId: null,
  name: null,
  isRoot: false,
  isFolder: false,
  isFile: false,
  size: 0,
  eTag: null,
  cTag: null,
  mimeType: null,
  webUrl: null,
  createdAtEpoch: null,
  modifiedAtEpoch: null,
  modifiedBy: null,
  quickXorHash: null,
  malware: null,
};

function readItem(item: object) {
  return readDeltaPage({ ...links, value: [{ id: 'i', ...item }] }).items[0];
}

describe('a page of a delta query', () => {
  test.each([
    [{ '@odata.nextLink': 'n' }, { nextLink: 'n', deltaLink: null }],
    [{ nextLink: 'n' }, { nextLink: 'n', deltaLink: null }],
    [{ '@odata.deltaLink': 'd' }, { nextLink: null, deltaLink: 'd' }],
    [
      { deltaLink: 'd', nextLink: null },
      { nextLink: null, deltaLink: 'd' },
    ],
    [
      { deltaLink: 'x'.repeat(65_536), more: 1 },
      { nextLink: null, deltaLink: 'x'.repeat(65_536) },
    ],
  ])('has the links of the response $0', (page, expected) => {
    expect(readDeltaPage({ ...page, value: [] })).toEqual({ items: [], ...expected });
  });

  test.each([
    [null, 'contains no array of items'],
    ['text', 'contains no array of items'],
    [[], 'contains no array of items'],
    [{ ...links, value: {} }, 'contains no array of items'],
    [{ value: [] }, 'contains neither a next link nor a delta link'],
    [{ value: [], deltaLink: '' }, 'contains a link that is not a string of 1 to 65536 characters'],
    [{ value: [], deltaLink: 5 }, 'contains a link that is not a string of 1 to 65536 characters'],
    [{ value: [], deltaLink: 'x'.repeat(65_537) }, 'contains a link that is not a string of 1 to 65536 characters'],
    [{ ...links, value: [null] }, 'contains an item without a valid id'],
    [{ ...links, value: [{ id: '..' }] }, 'contains an item without a valid id'],
  ])('is rejected if the response is $0: $1', (body, reason) => {
    const error = {
      code: 'UPSTREAM_FAILED',
      message: `The response to the delta query ${reason}`,
      details: { reason: 'malformed_response' },
    };
    expect(() => readDeltaPage(body)).toThrow(expect.objectContaining(error));
  });
});

describe('an item', () => {
  test('is read with all its fields', () => {
    const item = {
      name: 'a.txt',
      parentReference: { id: 'p' },
      file: { mimeType: 'text/plain', hashes: { quickXorHash: 'hash' } },
      size: 5,
      eTag: 'e',
      cTag: 'c',
      webUrl: 'https://site.example/a.txt',
      createdDateTime: '1970-01-01T00:00:01.5Z',
      lastModifiedDateTime: '1970-01-01T00:00:02Z',
      lastModifiedBy: { user: { displayName: 'Ada' }, application: { displayName: 'Scanner' } },
    };
    expect(readItem(item)).toEqual({
      id: 'i',
      properties: {
        ...empty,
        parentId: 'p',
        name: 'a.txt',
        isFile: true,
        size: 5,
        eTag: 'e',
        cTag: 'c',
        mimeType: 'text/plain',
        webUrl: 'https://site.example/a.txt',
        createdAtEpoch: 1.5,
        modifiedAtEpoch: 2,
        modifiedBy: 'Ada',
        quickXorHash: 'hash',
        malware: null,
      },
    });
  });

  test.each([
    ['nothing', {}, {}],
    ['the root', { root: {} }, { isRoot: true, isFolder: true }],
    ['a folder', { folder: {} }, { isFolder: true }],
    ['a package', { package: {} }, { isFolder: true }],
    ['facets that are not objects', { root: true, folder: [], file: 'x', deleted: null }, {}],
    ['a file with malware', { file: {}, malware: { description: 'EICAR' } }, { isFile: true, malware: 'EICAR' }],
    ['a file with unnamed malware', { file: {}, malware: {} }, { isFile: true, malware: 'unknown' }],
    ['a file without a hash', { file: { hashes: { quickXorHash: '' } } }, { isFile: true }],
    ['an application', { lastModifiedBy: { application: { displayName: 'Scanner' } } }, { modifiedBy: 'Scanner' }],
    ['a string with characters that cannot be stored', { name: 'a\0b\ud800' }, { name: 'a\ufffdb\ufffd' }],
    ['a string that is too long', { name: 'x'.repeat(4097) }, { name: 'x'.repeat(4096) }],
    ['values that are not strings', { name: 5, eTag: {}, parentReference: { id: 5 } }, {}],
    ['invalid times', { createdDateTime: 'soon', lastModifiedDateTime: 5 }, {}],
    ['a size of 1', { size: 1 }, { size: 1 }],
    ['a negative size', { size: -1 }, {}],
    ['a fractional size', { size: 0.5 }, {}],
    ['a size that is not a number', { size: '5' }, {}],
  ])('may have %s', (_, item, expected) => {
    expect(readItem(item)).toEqual({ id: 'i', properties: { ...empty, ...expected } });
  });

  test('has only an id if it is deleted', () => {
    expect(readItem({ name: 'a', deleted: { state: 'deleted' } })).toEqual({ id: 'i', properties: null });
  });
});

test.each([
  ['a', true],
  ['...', true],
  ['x'.repeat(1024), true],
  ['x'.repeat(1025), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['a\0', false],
  ['\ud800', false],
  [5, false],
  [null, false],
])('whether $0 is a valid id of another service: $1', (value, expected) => {
  expect(isRemoteId(value)).toBe(expected);
});
