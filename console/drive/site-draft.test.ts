import { expect, test } from 'vitest';
import { addInput, blankDraft, draftOf, updateInput } from './site-draft.js';

const noFilter = { folders: [], excludedFolders: [], names: [], excludedNames: [], maxBytes: null };

test.each([
  ['https://contoso.sharepoint.com/sites/finance', 'contoso.sharepoint.com', '/sites/finance'],
  [' contoso.sharepoint.com/teams/legal ', 'contoso.sharepoint.com', '/teams/legal'],
  ['contoso.sharepoint.com', 'contoso.sharepoint.com', ''],
])('the address %s is split into a hostname and a path', (address, hostname, path) => {
  const options = { library: null, pollSeconds: 600, credentials: null, filter: noFilter };
  expect(addInput({ ...blankDraft, address })).toEqual({ hostname, path, ...options });
});

test('editing a site without changes sends its current values', () => {
  const filter = { folders: ['/a', '/b'], excludedFolders: [], names: ['*.pdf'], excludedNames: [], maxBytes: 5000 };
  const site = { hostname: 'h.example', path: '/sites/x', library: null, isOfSettings: false, isPaused: false };
  const counts = { files: 0, storedFiles: 0, excludedFiles: 0, malwareFiles: 0 };
  const circuit = { state: 'CLOSED' as const, failures: 0, openUntil: null };
  const status = { isConnected: true, reason: null, circuit, lastError: null, lastSyncAt: null, counts };
  const draft = draftOf({ id: 'i', ...site, pollSeconds: 900, credentials: 'other', filter, site: null, status });
  expect(updateInput('i', draft)).toEqual({ id: 'i', pollSeconds: 900, credentials: 'other', filter });
});
