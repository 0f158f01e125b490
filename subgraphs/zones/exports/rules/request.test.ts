import { expect, test } from 'vitest';
import { assertSameFormat } from './request.js';

const ndjson = { format: 'ndjson', isGzip: false } as const;
const compressed = { ...ndjson, isGzip: true };

test('an export is resumed in the same format', () => {
  expect(assertSameFormat(ndjson, ndjson)).toBeUndefined();
  expect(assertSameFormat(compressed, compressed)).toBeUndefined();
});

test.each([
  [{ ...ndjson, format: 'csv' as const }, ndjson, 'format must be ndjson, the format of the export to resume, not csv'],
  [ndjson, compressed, 'The beginning of the export is compressed: send Accept-Encoding: gzip to resume it'],
  [compressed, ndjson, 'The beginning of the export is not compressed: send Accept-Encoding: identity to resume it'],
])('an export in the form %j cannot resume one in the form %j', (request, original, message) => {
  const error = expect.objectContaining({ code: 'BAD_USER_INPUT', message });
  expect(() => assertSameFormat(request, original)).toThrow(error);
});
