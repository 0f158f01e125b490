import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { projectRoot } from '../../../platform/project-root.js';

const folder = join(projectRoot, 'schema');

/** The committed API schema. */
export function apiSchema(): GraphQLSchema {
  return buildSchema(schemaText('api.graphql'));
}

/** The content of a committed file of `schema/`. */
export function schemaText(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** The published SDL of every subgraph, by name. */
export function subgraphTexts(): Map<string, string> {
  const files = readdirSync(join(folder, 'subgraphs')).sort();
  return new Map(files.map((file) => [basename(file, '.graphql'), schemaText(join('subgraphs', file))]));
}
