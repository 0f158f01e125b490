import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clientOperations } from './client-operations.js';

const settings = { documents: 'operations/*.graphql', generates: { 'operations.ts': { plugins: [], config: {} } } };

/** Generates the operations of a project whose console has this operation. */
async function generate(operation: string): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'client-operations-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['console', 'examples/dashboard']) {
    mkdirSync(join(root, folder, 'operations'), { recursive: true });
    writeFileSync(join(root, folder, 'codegen.json'), JSON.stringify(settings));
  }
  writeFileSync(join(root, 'console/operations/zone-list.graphql'), operation);
  return (await clientOperations(root, 'type Query { zones: [String!]! }')).map(({ path }) => path);
}

test('a file is generated for each client', async () => {
  expect(await generate('{ zones }')).toEqual(['console/operations.ts', 'examples/dashboard/operations.ts']);
});

test.each([
  ['query ZoneList { zones', /Expected Name, found <EOF>.*console\/operations\/zone-list\.graphql:1:23/s],
  ['query ZoneList {\n  domains\n}', /"domains".*console\/operations\/zone-list\.graphql:2:3/s],
])('an error names the file, line and column of the invalid operation: %j', async (operation, message) => {
  await expect(generate(operation)).rejects.toThrow(message);
});
