import { expect, test } from 'vitest';
import * as operations from '../console/generated/operations.js';
import { consoleDocuments } from './console-documents.js';

test('the trusted documents of the console equal the operations that its pages send', () => {
  const sent = Object.values(operations)
    .filter((exported) => exported instanceof operations.TypedDocumentString)
    .map((document) => document.toString().trim());
  expect(sent.length).toBeGreaterThan(10);
  expect(consoleDocuments().sort()).toEqual(sent.sort());
});
