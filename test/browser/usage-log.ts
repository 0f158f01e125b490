import type { Page } from 'playwright-core';

/**
 * Verifies the newest entry, which is a machine file, and the tree head from before `appendEntry` adds another entry,
 * on the page of the usage log.
 */
export async function verifyUsageLog(page: Page, appendEntry: () => Promise<void>): Promise<void> {
  const entry = page.locator('tbody tr', { hasText: 'Machine file issued' }).first();
  await entry.locator('td[data-title^="Machine file expires"]').getByText(/\d/).waitFor();
  await entry.getByRole('button', { name: 'Verify' }).click();
  await entry.getByText(/^The entry is in the log: its inclusion proof matches the root$/).waitFor();
  const address = await page.getByRole('link', { name: 'head.json', exact: true }).getAttribute('href');
  const head = decodeURIComponent((address ?? '').replace(/^[^,]*,/, ''));
  await appendEntry();
  await page.reload();
  await page.getByText('Verify an earlier tree head').click();
  const region = page.getByRole('region', { name: 'Tree head' });
  const changed = head.replace(/("root": ")(.)/, (_, start, digit) => `${start}${digit === '0' ? '1' : '0'}`);
  for (const [storedHead, verdict] of [
    [head, /^The log begins with the \d+ entries of your tree head$/],
    [changed, /^The log does not begin with the entries of your tree head/],
    [
      head.replace(/"size": \d+/, '"size": 1000'),
      /^The log has \d+ entries, fewer than the 1,000 of your tree head: the log was rolled back$/,
    ],
    ['{}', /^This is not a tree head/],
  ] as const) {
    await region.getByLabel('Stored head.json, with size and root').fill(storedHead);
    await region.getByRole('button', { name: 'Verify' }).click();
    await region.getByText(verdict).waitFor();
  }
}
