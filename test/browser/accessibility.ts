import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../platform/project-root.js';

/** The paths of all pages of the console, as its sources declare them. */
export function consolePaths(): string[] {
  const sources = globSync('console/{administration,alerts,zones}/**/*.{ts,tsx}', { cwd: projectRoot });
  const declared = sources.flatMap((file) => [
    ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/(?:path:|Path =) '(\/[\w/-]*)'/g),
  ]);
  return [...new Set(declared.map(([, path = '']) => path))].toSorted();
}

const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], preload: false };

/** What axe-core finds on a page, light and dark, on a telephone and a screen: rule, element and reason. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const violations = await page.evaluate<string[]>(`axe.run(${JSON.stringify(rules)}).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`);
      found.push(...violations.map((violation) => `${width} ${colorScheme} ${violation}`));
    }
  }
  return found;
}
