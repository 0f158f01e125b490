import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReleased, writeLog, writeReleased } from './released-schema.js';

function emptyProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'released-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

const log = { approved: [], releases: [{ version: '1.0.0', broke: [] }] };

test('before a first release the schema is compared with itself', () => {
  expect(readReleased(emptyProject(), 'type Query')).toEqual({
    sdl: 'type Query',
    log: { approved: [], releases: [] },
  });
});

test('what was released is read as it was written', () => {
  const root = emptyProject();
  writeReleased(root, { sdl: 'type Query { pets: Int }', log });
  expect(readReleased(root, 'type Query')).toEqual({ sdl: 'type Query { pets: Int }', log });
});

test('a release whose schema is gone is an error, not a schema that breaks nobody', () => {
  const root = emptyProject();
  writeLog(root, log);
  expect(() => readReleased(root, 'type Query')).toThrow(/api\.graphql is gone/);
});
