import axe from 'axe-core';
import type { Page } from 'playwright-core';

const ruleTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrastRule = 'color-contrast';

/** Rules about the structure, which depends on the width of the page. */
const structureOptions = { runOnly: ruleTags, rules: { [contrastRule]: { enabled: false } } };

/**
 * The structure depends on the width of the page, contrast on its colors. Each rule runs only for the variants that can
 * affect it.
 */
const variants = [
  { width: 390, colorScheme: 'light', options: structureOptions },
  { width: 1440, colorScheme: 'light', options: { runOnly: ruleTags } },
  { width: 1440, colorScheme: 'dark', options: { runOnly: { type: 'rule', values: [contrastRule] } } },
] as const;

/** A tablet and a narrow window, between the widths at which the layout changes. */
const narrowVariants = [768, 1024].map(
  (width) => ({ width, colorScheme: 'light', options: structureOptions }) as const,
);

interface ScanOptions {
  /** Selector of a part of the page; default: the whole page. */
  readonly part?: string;
  /** Whether to include the widths between a phone and a desktop. */
  readonly everyLayout?: boolean;
}

/**
 * The findings of axe-core in a page, on a phone and a desktop, light and dark: rule, element and reason; and whether
 * the page scrolls horizontally, also on a wide screen.
 */
export async function violationsOf(
  page: Page,
  { part = 'html', everyLayout = false }: ScanOptions = {},
): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
  const findings: string[] = [];
  await page.setViewportSize({ width: 2560, height: 1300 });
  if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    findings.push('2560 scrolls horizontally');
  for (const { width, colorScheme, options } of everyLayout ? [...narrowVariants, ...variants] : variants) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const input = JSON.stringify({ ...options, preload: false, resultTypes: ['violations'] });
    const violations = await page.evaluate<
      string[]
    >(`axe.run(${JSON.stringify(part)}, ${input}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`);
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      violations.push('scrolls horizontally');
    findings.push(...violations.map((violation) => `${width} ${colorScheme} ${violation}`));
  }
  return findings;
}
