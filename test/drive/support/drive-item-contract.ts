import {
  at,
  type DocumentedEndpoint,
  deltaOf,
  documentedCase,
  getContent,
  getDelta,
  getItem,
  getItemByPath,
  graphError,
  listChildren,
  notFound,
  requestInDrive,
  tokenCases,
} from './contract-cases.js';

/** The documented endpoints of the drive of a site: items, contents, changes and searches. */
export const driveItemContract: readonly DocumentedEndpoint[] = [
  {
    id: 'DRIVE-CONTENT',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}/content',
    cases: [
      documentedCase('DRIVE-CONTENT', 302, {
        request: getContent,
        body: undefined,
        headers: { location: /^http:\/\/127\.0\.0\.1:\d+\/drive\/download\/[\w.-]+$/ },
      }),
      documentedCase('DRIVE-CONTENT', 404, {
        request: (facts) => at(getContent, `/v1.0/sites/${facts.siteId}/drive/items/nothing/content`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-CONTENT', getContent, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-DELTA',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root/delta',
    cases: [
      documentedCase('DRIVE-DELTA', 200, {
        request: getDelta,
        body: { value: [{ root: {} }, { name: 'a.txt', size: 10 }] },
      }),
      documentedCase('DRIVE-DELTA', 400, {
        request: (facts) => at(getDelta, `${deltaOf(facts.siteId)}?token=forged`)(facts),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-DELTA', getDelta, deltaOf('mirror.example,1,2')),
      documentedCase('DRIVE-DELTA', 410, {
        request: (facts) => at(getDelta, `${deltaOf(facts.siteId)}?token=${facts.expiredToken}`)(facts),
        body: graphError('resyncRequired'),
        headers: { location: /\/v1\.0\/sites\/mirror\.example,[^/]+\/drive\/root\/delta$/ },
      }),
      ...tokenCases('DRIVE-DELTA', getDelta, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ITEM',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}',
    cases: [
      documentedCase('DRIVE-ITEM', 200, { request: getItem, body: { name: 'a.txt', size: 10 } }),
      documentedCase('DRIVE-ITEM', 400, {
        request: requestInDrive('/items/root?$select=nmae'),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-ITEM', 404, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/nothing`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-ITEM', getItem, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ITEM-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}',
    cases: [
      documentedCase('DRIVE-ITEM-BY-PATH', 200, { request: getItemByPath, body: { name: 'a.txt', size: 10 } }),
      documentedCase('DRIVE-ITEM-BY-PATH', 400, {
        request: requestInDrive('/root:/a.txt?$select=nmae'),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-ITEM-BY-PATH', 404, {
        request: (facts) => at(getItemByPath, `/v1.0/sites/${facts.siteId}/drive/root:/nothing`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-ITEM-BY-PATH', getItemByPath, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ROOT-CHILDREN',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root/children',
    cases: [
      documentedCase('DRIVE-ROOT-CHILDREN', 200, {
        request: listChildren('root'),
        body: { value: [{ name: 'a.txt', size: 10 }] },
      }),
      documentedCase('DRIVE-ROOT-CHILDREN', 400, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/root/children?$skiptoken=forged`)(facts),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-ROOT-CHILDREN', getItem, '/v1.0/sites/mirror.example,1,2/drive/root/children'),
      ...tokenCases('DRIVE-ROOT-CHILDREN', listChildren('root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CHILDREN',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}/children',
    cases: [
      documentedCase('DRIVE-CHILDREN', 200, {
        request: listChildren('items/root'),
        body: { value: [{ name: 'a.txt' }] },
      }),
      documentedCase('DRIVE-CHILDREN', 400, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/root/children?$top=0`)(facts),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-CHILDREN', 404, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/nothing/children`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-CHILDREN', listChildren('items/root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-DRIVE',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive',
    cases: [
      documentedCase('DRIVE-DRIVE', 200, {
        request: requestInDrive(''),
        body: { name: 'field', driveType: 'documentLibrary' },
      }),
      notFound('DRIVE-DRIVE', getItem, '/v1.0/sites/mirror.example,1,2/drive'),
      ...tokenCases('DRIVE-DRIVE', requestInDrive(''), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ROOT',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root',
    cases: [
      documentedCase('DRIVE-ROOT', 200, {
        request: requestInDrive('/root'),
        body: { root: {}, folder: { childCount: 1 } },
      }),
      documentedCase('DRIVE-ROOT', 400, {
        request: requestInDrive('/root?$select=nmae'),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-ROOT', getItem, '/v1.0/sites/mirror.example,1,2/drive/root'),
      ...tokenCases('DRIVE-ROOT', requestInDrive('/root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CHILDREN-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}:/children',
    cases: [
      documentedCase('DRIVE-CHILDREN-BY-PATH', 200, {
        request: requestInDrive('/root:/a.txt:/children'),
        body: { value: [] },
      }),
      documentedCase('DRIVE-CHILDREN-BY-PATH', 400, {
        request: requestInDrive('/root:/a.txt:/children?$top=0'),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-CHILDREN-BY-PATH', 404, {
        request: requestInDrive('/root:/nothing:/children'),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-CHILDREN-BY-PATH', requestInDrive('/root:/a.txt:/children'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CONTENT-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}:/content',
    cases: [
      documentedCase('DRIVE-CONTENT-BY-PATH', 302, {
        request: requestInDrive('/root:/a.txt:/content'),
        body: undefined,
        headers: { location: /\/drive\/download\/[\w.-]+$/ },
      }),
      documentedCase('DRIVE-CONTENT-BY-PATH', 404, {
        request: requestInDrive('/root:/nothing:/content'),
        body: graphError('itemNotFound'),
      }),
      ...tokenCases('DRIVE-CONTENT-BY-PATH', requestInDrive('/root:/a.txt:/content'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-SEARCH',
    method: 'GET',
    path: "/v1.0/sites/{site_id}/drive/root/search(q='{query}')",
    cases: [
      documentedCase('DRIVE-SEARCH', 200, {
        request: requestInDrive("/root/search(q='TXT')"),
        body: { value: [{ name: 'a.txt' }] },
      }),
      documentedCase('DRIVE-SEARCH', 400, {
        request: requestInDrive("/root/search(q='a')?$select=nmae"),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-SEARCH', getItem, "/v1.0/sites/mirror.example,1,2/drive/root/search(q='a')"),
      ...tokenCases('DRIVE-SEARCH', requestInDrive("/root/search(q='TXT')"), 'analyst'),
    ],
  },
];
