import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A number of the overview: its text, and the address of its link. */
interface LinkedNumber {
  readonly value: string;
  readonly href: string;
}

/** The numbers in tiles and tables of the overview. Fails if one of them is not a link. */
export async function linkedNumbers(page: Page): Promise<LinkedNumber[]> {
  // In one step, because panels that are still loading move the numbers.
  const numbers = await page
    .locator('.overview .tiles strong, .overview td.table-number')
    .filter({ hasText: /\d/ })
    .evaluateAll((elements) =>
      elements.map((element) => {
        const links = [element.closest('a'), ...element.querySelectorAll('a')].filter((link) => link !== null);
        return { value: element.textContent ?? '', hrefs: links.map((link) => link.getAttribute('href') ?? '') };
      }),
    );
  return numbers.map(({ value, hrefs }) => {
    expect([value, hrefs.length]).toEqual([value, 1]);
    return { value, href: hrefs[0] ?? '' };
  });
}

/**
 * Opens the list behind each number in turn, and compares the totals. `lists`: the noun of each list, by its path.
 * @returns the compared numbers
 */
export async function expectSameTotals(
  page: Page,
  numbers: readonly LinkedNumber[],
  lists: Readonly<Record<string, string>>,
): Promise<string[]> {
  const compared: string[] = [];
  for (const { value, href } of numbers) {
    const noun = lists[href.split('?')[0] ?? ''];
    if (noun === undefined || !/^[\d,]+$/.test(value)) continue;
    // Otherwise, the count of the previous list could match.
    await page.goto(new URL('#/no-such-page', page.url()).href);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.goto(new URL(href, page.url()).href);
    const total = value === '0' ? /^No (open )?alerts( match the filters)?$/ : new RegExp(`^${value} ${noun}s?$`);
    await page.getByText(total).first().waitFor();
    compared.push(value);
  }
  return compared;
}
