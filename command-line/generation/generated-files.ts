import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is generated: a path below the root, with slashes, and the whole text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** How the files under a root differ from what is generated, by their paths. */
export interface Differences {
  /** Missing, or with another text. */
  readonly changed: GeneratedFile[];
  /** In a folder of generated files, and generated no longer. */
  readonly stale: string[];
}

/** Folders whose files of these kinds are all generated. */
const folders = ['schema', 'schema/subgraphs'];
const kinds = /\.(graphql|json)$/;

export function differencesFrom(root: string, generated: readonly GeneratedFile[]): Differences {
  const paths = new Set(generated.map(({ path }) => path));
  return {
    changed: generated.filter(({ path, text }) => textOf(join(root, path)) !== text),
    stale: folders.flatMap((folder) => filesIn(root, folder)).filter((path) => !paths.has(path)),
  };
}

/** Makes the files under a root what is generated. */
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
  return entries.filter((entry) => entry.isFile() && kinds.test(entry.name)).map(({ name }) => `${folder}/${name}`);
}
