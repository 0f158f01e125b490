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

test('returns the current schema before the first release', () => {
  expect(readReleased(emptyProject(), 'type Query')).toEqual({
    sdl: 'type Query',
    log: { approved: [], releases: [] },
  });
});

test('reads a released schema back unchanged', () => {
  const root = emptyProject();
  writeReleased(root, { sdl: 'type Query { pets: Int }', log });
  expect(readReleased(root, 'type Query')).toEqual({ sdl: 'type Query { pets: Int }', log });
});

test('fails if the schema of a release is missing', () => {
  const root = emptyProject();
  writeLog(root, log);
  expect(() => readReleased(root, 'type Query')).toThrow(/api\.graphql is missing/);
});
