import { expect, test } from 'vitest';
import { shortened } from './shortened-id.js';

test.each([
  ['zone:com', 'zone:com'],
  ['session:3ec4f0e3-61c5-4eb2-aa88-3f17396a96c6', 'session:3ec4f0e3…'],
  ['account:a-name-with-more-than-twenty-four', 'account:a-name…nty-four'],
])('%s is shown as %s', (id, text) => {
  expect(shortened(id)).toBe(text);
});
