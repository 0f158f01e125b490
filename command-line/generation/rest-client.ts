import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'orval';
import type { GeneratedFile } from './generated-files.js';

const clientPath = 'test/clients/generated/rest-client.ts';
/** Module that sends the requests of the generated functions. */
const mutator = 'test/clients/support/send-generated.ts';

/**
 * Generates a typed client of the documented services from their OpenAPI description, as users do, for the contract
 * tests.
 * @param openApi the content of schema/openapi.json
 * @throws {Error} if the generator rejects the description
 */
export async function restClient(root: string, openApi: string): Promise<GeneratedFile> {
  // The generator writes only to files, and imports the mutator by its relative path.
  const folder = mkdtempSync(join(tmpdir(), 'rest-client-'));
  try {
    cpSync(join(root, mutator), join(folder, mutator));
    await generate(
      {
        input: { target: omitDescriptions(openApi) },
        output: {
          target: join(folder, clientPath),
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
    return { path: clientPath, text: readFileSync(join(folder, clientPath), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes descriptions, so the client changes only if the contract does. */
function omitDescriptions(openApi: string): Record<string, unknown> {
  const prose = new Set(['description', 'summary']);
  return JSON.parse(openApi, (name, value) => (prose.has(name) && typeof value === 'string' ? '' : value));
}
