import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../console');

/** The folders of the console that have pages. */
export const consoleAreas = ['administration', 'alerts', 'drive', 'licenses', 'overview', 'zones'];

/** The paths of all pages of these areas, as the sources of the console declare them. */
export function consolePaths(areas = consoleAreas): string[] {
  const sources = areas.flatMap((area) => globSync(`${area}/**/*.{ts,tsx}`, { cwd: folder }));
  const pages = sources.filter((file) => !file.endsWith('.test.ts'));
  const declared = pages.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:path:|Path =) '(\/[\w/-]+)'/g),
  ]);
  return [...new Set(declared.map(([, path = '']) => path))].toSorted();
}
