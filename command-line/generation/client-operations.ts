import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { type DocumentNode, GraphQLError, parse, Source } from 'graphql';
import type { GeneratedFile } from './generated-files.js';

/** Clients of the graph; each has a `codegen.json`. */
const folders = ['console', 'examples/dashboard'];

/** The options of `codegen.json` (GraphQL Code Generator) that the clients use. */
interface CodegenSettings {
  readonly documents: string;
  readonly generates: Readonly<
    Record<string, { readonly plugins: readonly string[]; readonly config: Readonly<Record<string, unknown>> }>
  >;
}

const plugins: Parameters<typeof codegen>[0]['pluginMap'] = {
  'typescript-operations': typescriptOperations,
  'typed-document-node': typedDocumentNode,
};

/**
 * Generates the typed operations of the console and the example dashboard with GraphQL Code Generator.
 * @param schema the API schema as SDL
 * @throws {Error} with file, line and column, if an operation is invalid
 */
export async function clientOperations(root: string, schema: string): Promise<GeneratedFile[]> {
  const files = await Promise.all(folders.map((folder) => operationsOf(root, folder, schema)));
  return files.flat();
}

async function operationsOf(root: string, folder: string, schema: string): Promise<GeneratedFile[]> {
  const text = (path: string): string => readFileSync(join(root, folder, path), 'utf8');
  // A file of the project, whose type is trusted; `codegen` rejects a plugin that is missing in `plugins`.
  const settings = JSON.parse(text('codegen.json')) as CodegenSettings;
  const documents = globSync(settings.documents, { cwd: join(root, folder) })
    .sort()
    .map((path) => ({ location: path, document: parseOperation(text(path), posix.join(folder, path)) }));
  return await Promise.all(
    Object.entries(settings.generates).map(async ([filename, output]) => {
      const options = {
        ...{ filename, documents, schema: parse(schema), config: { ...output.config } },
        plugins: output.plugins.map((name) => ({ [name]: {} })),
        pluginMap: { ...plugins },
      };
      return { path: posix.join(folder, filename), text: await codegen(options) };
    }),
  );
}

class InvalidOperation extends Error {
  override readonly name = 'InvalidOperation';
}

/** Parses an operation. Messages about it then contain its path. */
function parseOperation(text: string, path: string): DocumentNode {
  try {
    return parse(new Source(text, path));
  } catch (error) {
    // The message of a GraphQLError has no path, but `toString` adds it.
    throw error instanceof GraphQLError ? new InvalidOperation(error.toString()) : error;
  }
}
