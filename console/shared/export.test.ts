import { expect, test } from 'vitest';
import { emptyFilter, toFilterInput } from '../alerts/filter.js';
import { hrefOfExport } from './export.js';

test('the URL of an export contains the filter with the parameter names of the REST API', () => {
  const filter = toFilterInput(
    {
      ...emptyFilter,
      ...{ tenant: 'acme', status: ['OPEN', 'FALSE_POSITIVE'], minScore: '0.5', model: ['a&b'], incident: 'i' },
      ...{ assignee: 'none', from: '2026-01-31T08:00', suppressed: 'ONLY' },
    },
    0,
  );
  expect([...new URLSearchParams(hrefOfExport('csv', { path: 'api/alerts/export', filter }).split('?')[1])]).toEqual([
    ['format', 'csv'],
    ['tenant', 'acme'],
    ['status', 'OPEN'],
    ['status', 'FALSE_POSITIVE'],
    ['model', 'a&b'],
    ['min_attack_prob', '0.5'],
    ['seen_after', '2026-01-31T08:00:00.000Z'],
    ['is_assigned', 'false'],
    ['incident_id', 'i'],
    ['suppressed', 'ONLY'],
  ]);
});
