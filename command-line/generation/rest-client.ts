import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'orval';
import type { GeneratedFile } from './generated-files.js';

const path = 'test/clients/generated/rest-client.ts';
/** Sends what the generated functions put together. */
const mutator = 'test/clients/support/send-generated.ts';

/**
 * Generates a typed client of the documented services from their OpenAPI description, as its users do; the contract tests use it.
 * @param openApi the text of schema/openapi.json
 * @throws {Error} when the generator refuses the description
 */
export async function restClient(root: string, openApi: string): Promise<GeneratedFile> {
  // The generator writes files only, and imports the mutator by its place beside them.
  const folder = mkdtempSync(join(tmpdir(), 'rest-client-'));
  try {
    cpSync(join(root, mutator), join(folder, mutator));
    await generate(
      {
        input: { target: withoutProse(openApi) },
        output: {
          target: join(folder, path),
          client: 'fetch',
          urlEncodeParameters: true,
          tsconfig: { compilerOptions: { module: 'nodenext', moduleResolution: 'nodenext' } },
          override: {
            header: () => ['Generated from schema/openapi.json by npm run generate.'],
            mutator: { path: join(folder, mutator), name: 'sendGenerated', extension: '.js' },
          },
        },
      },
      folder,
      { logLevel: 'warn' },
    );
    return { path, text: readFileSync(join(folder, path), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The description with empty texts for people: the client changes when the contract does, not when its wording does. */
function withoutProse(openApi: string): Record<string, unknown> {
  const prose = new Set(['description', 'summary']);
  return JSON.parse(openApi, (name, value) => (prose.has(name) && typeof value === 'string' ? '' : value));
}
