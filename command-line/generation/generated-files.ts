import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A generated file: its path relative to the root, with slashes, and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Differences between files and generated ones. */
export interface Differences {
  /** Files that are missing or have different content. */
  readonly changed: GeneratedFile[];
  /** Files in a generated directory that are no longer generated. */
  readonly stale: string[];
}

/** Directories in which all files of these kinds are generated. */
const folders = ['schema', 'schema/subgraphs'];
const generatedFilePattern = /\.(graphql|json)$/;

export function differencesFrom(root: string, generated: readonly GeneratedFile[]): Differences {
  const paths = new Set(generated.map(({ path }) => path));
  return {
    changed: generated.filter(({ path, text }) => textOf(join(root, path)) !== text),
    stale: folders.flatMap((folder) => filesIn(root, folder)).filter((path) => !paths.has(path)),
  };
}

/** Writes and removes files to resolve the differences. */
export function writeDifferences(root: string, { changed, stale }: Differences): void {
  for (const { path, text } of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const path of stale) rmSync(join(root, path));
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && generatedFilePattern.test(entry.name))
    .map(({ name }) => `${folder}/${name}`);
}
