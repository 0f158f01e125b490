import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../console');

/** The paths of all pages of the console, as its sources declare them. */
export function consolePaths(): string[] {
  const sources = globSync('{administration,alerts,drive,licenses,overview,zones}/**/*.{ts,tsx}', { cwd: folder });
  const pages = sources.filter((file) => !file.endsWith('.test.ts'));
  const declared = pages.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:path:|Path =) '(\/[\w/-]+)'/g),
  ]);
  return [...new Set(declared.map(([, path = '']) => path))].toSorted();
}
