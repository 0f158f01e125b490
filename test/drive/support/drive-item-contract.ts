import {
  at,
  type DocumentedEndpoint,
  deltaOf,
  forClients,
  getContent,
  getDelta,
  getItem,
  getItemByPath,
  graphError,
  inDrive,
  listChildren,
  notFound,
  one,
} from './contract-cases.js';

/** The documented endpoints of the drive of a site: items, contents, changes and searches. */
export const driveItemContract: readonly DocumentedEndpoint[] = [
  {
    id: 'DRIVE-CONTENT',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}/content',
    cases: [
      one('DRIVE-CONTENT', 302, {
        request: getContent,
        body: undefined,
        headers: { location: /^http:\/\/127\.0\.0\.1:\d+\/drive\/download\/[\w.-]+$/ },
      }),
      one('DRIVE-CONTENT', 404, {
        request: (facts) => at(getContent, `/v1.0/sites/${facts.siteId}/drive/items/nothing/content`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-CONTENT', getContent, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-DELTA',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root/delta',
    cases: [
      one('DRIVE-DELTA', 200, { request: getDelta, body: { value: [{ root: {} }, { name: 'a.txt', size: 10 }] } }),
      one('DRIVE-DELTA', 400, {
        request: (facts) => at(getDelta, `${deltaOf(facts.siteId)}?token=forged`)(facts),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-DELTA', getDelta, deltaOf('mirror.example,1,2')),
      one('DRIVE-DELTA', 410, {
        request: (facts) => at(getDelta, `${deltaOf(facts.siteId)}?token=${facts.expiredToken}`)(facts),
        body: graphError('resyncRequired'),
        headers: { location: /\/v1\.0\/sites\/mirror\.example,[^/]+\/drive\/root\/delta$/ },
      }),
      ...forClients('DRIVE-DELTA', getDelta, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ITEM',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}',
    cases: [
      one('DRIVE-ITEM', 200, { request: getItem, body: { name: 'a.txt', size: 10 } }),
      one('DRIVE-ITEM', 400, { request: inDrive('/items/root?$select=nmae'), body: graphError('invalidRequest') }),
      one('DRIVE-ITEM', 404, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/nothing`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-ITEM', getItem, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ITEM-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}',
    cases: [
      one('DRIVE-ITEM-BY-PATH', 200, { request: getItemByPath, body: { name: 'a.txt', size: 10 } }),
      one('DRIVE-ITEM-BY-PATH', 400, {
        request: inDrive('/root:/a.txt?$select=nmae'),
        body: graphError('invalidRequest'),
      }),
      one('DRIVE-ITEM-BY-PATH', 404, {
        request: (facts) => at(getItemByPath, `/v1.0/sites/${facts.siteId}/drive/root:/nothing`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-ITEM-BY-PATH', getItemByPath, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ROOT-CHILDREN',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root/children',
    cases: [
      one('DRIVE-ROOT-CHILDREN', 200, {
        request: listChildren('root'),
        body: { value: [{ name: 'a.txt', size: 10 }] },
      }),
      one('DRIVE-ROOT-CHILDREN', 400, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/root/children?$skiptoken=forged`)(facts),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-ROOT-CHILDREN', getItem, '/v1.0/sites/mirror.example,1,2/drive/root/children'),
      ...forClients('DRIVE-ROOT-CHILDREN', listChildren('root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CHILDREN',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}/children',
    cases: [
      one('DRIVE-CHILDREN', 200, { request: listChildren('items/root'), body: { value: [{ name: 'a.txt' }] } }),
      one('DRIVE-CHILDREN', 400, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/root/children?$top=0`)(facts),
        body: graphError('invalidRequest'),
      }),
      one('DRIVE-CHILDREN', 404, {
        request: (facts) => at(getItem, `/v1.0/sites/${facts.siteId}/drive/items/nothing/children`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-CHILDREN', listChildren('items/root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-DRIVE',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive',
    cases: [
      one('DRIVE-DRIVE', 200, { request: inDrive(''), body: { name: 'field', driveType: 'documentLibrary' } }),
      notFound('DRIVE-DRIVE', getItem, '/v1.0/sites/mirror.example,1,2/drive'),
      ...forClients('DRIVE-DRIVE', inDrive(''), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-ROOT',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root',
    cases: [
      one('DRIVE-ROOT', 200, { request: inDrive('/root'), body: { root: {}, folder: { childCount: 1 } } }),
      one('DRIVE-ROOT', 400, { request: inDrive('/root?$select=nmae'), body: graphError('invalidRequest') }),
      notFound('DRIVE-ROOT', getItem, '/v1.0/sites/mirror.example,1,2/drive/root'),
      ...forClients('DRIVE-ROOT', inDrive('/root'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CHILDREN-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}:/children',
    cases: [
      one('DRIVE-CHILDREN-BY-PATH', 200, { request: inDrive('/root:/a.txt:/children'), body: { value: [] } }),
      one('DRIVE-CHILDREN-BY-PATH', 400, {
        request: inDrive('/root:/a.txt:/children?$top=0'),
        body: graphError('invalidRequest'),
      }),
      one('DRIVE-CHILDREN-BY-PATH', 404, {
        request: inDrive('/root:/nothing:/children'),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-CHILDREN-BY-PATH', inDrive('/root:/a.txt:/children'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CONTENT-BY-PATH',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root:/{item_path}:/content',
    cases: [
      one('DRIVE-CONTENT-BY-PATH', 302, {
        request: inDrive('/root:/a.txt:/content'),
        body: undefined,
        headers: { location: /\/drive\/download\/[\w.-]+$/ },
      }),
      one('DRIVE-CONTENT-BY-PATH', 404, {
        request: inDrive('/root:/nothing:/content'),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-CONTENT-BY-PATH', inDrive('/root:/a.txt:/content'), 'analyst'),
    ],
  },
  {
    id: 'DRIVE-SEARCH',
    method: 'GET',
    path: "/v1.0/sites/{site_id}/drive/root/search(q='{query}')",
    cases: [
      one('DRIVE-SEARCH', 200, { request: inDrive("/root/search(q='TXT')"), body: { value: [{ name: 'a.txt' }] } }),
      one('DRIVE-SEARCH', 400, {
        request: inDrive("/root/search(q='a')?$select=nmae"),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-SEARCH', getItem, "/v1.0/sites/mirror.example,1,2/drive/root/search(q='a')"),
      ...forClients('DRIVE-SEARCH', inDrive("/root/search(q='TXT')"), 'analyst'),
    ],
  },
];
