// Takes screenshots of every page of the console, light and dark, on a phone, a notebook and a wide screen:
// npm run console-screenshots -- URL TOKEN_FILE FOLDER [PART_OF_A_PATH]. The instance must be running; the demo has
// data for most pages. The exit code is 1 if a page scrolls horizontally.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../test/browser/chromium.ts';
import { consolePaths } from '../test/browser/console-paths.ts';

const [url, tokenFile, folder, part = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npm run console-screenshots -- URL TOKEN_FILE FOLDER [PART_OF_A_PATH]');
  process.exit(2);
}
if (chromiumPath === undefined) {
  console.error('Chromium is not installed: install it, or set CHROMIUM_PATH to its path');
  process.exit(1);
}

const variants = [
  { name: 'notebook-light', width: 1280, height: 720, colorScheme: 'light' },
  { name: 'notebook-dark', width: 1280, height: 720, colorScheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'wide-light', width: 2560, height: 1300, colorScheme: 'light' },
  { name: 'wide-dark', width: 2560, height: 1300, colorScheme: 'dark' },
];

/** Pages of one object, which are opened with the first such link of another page. */
const linksTo = {
  '/alert': ['/alerts', '.row-endpoint a'],
  '/backtest': ['/backtests', 'tbody a'],
  '/bulk-registration': ['/bulk-registrations', 'tbody a'],
  '/domain': ['/observations', 'tbody a'],
  '/drive/files': ['/drive', 'a[href*="/drive/files"]'],
  '/endpoint': ['/endpoints', 'tbody a'],
  '/incident': ['/incidents', 'tbody a'],
};

/** Pages that are empty without a search, with one for the data of the demo. */
const searches = {
  '/drive/search': '/drive/search?query=playbook',
  '/look-alikes': '/look-alikes?brand=northwind',
  '/observations': '/observations?zone=demo.zone',
};

/** Waits until the page has a heading, and nothing is loading. */
async function settle(page) {
  await page.locator('main').getByRole('heading').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('.spinner, .table-stale, main [aria-busy="true"]') === null &&
      !document.querySelector('main').innerText.includes('Loading…'),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

async function open(page, path) {
  const [address, selector] = linksTo[path] ?? [path];
  await page.goto(new URL(`#${searches[address] ?? address}`, url).href);
  await settle(page);
  const link = page.locator(`main ${selector}`).first();
  if (selector === undefined || (await link.count()) === 0) return;
  await link.click();
  await settle(page);
}

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
mkdirSync(folder, { recursive: true });
const paths = [...new Set([...consolePaths(), ...Object.keys(linksTo)])]
  .filter((path) => path.includes(part))
  .toSorted();
for (const { name, width, height, colorScheme } of variants) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await context.request.post(new URL('session', url).href, {
    data: { token: readFileSync(tokenFile, 'utf8').trim() },
    headers: { 'x-rampart-session': '1', origin: new URL(url).origin },
  });
  const page = await context.newPage();
  for (const path of paths) {
    await open(page, path);
    const file = join(folder, `${path.slice(1).replaceAll('/', '-')}.${name}.png`);
    await page.screenshot({ path: file });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isWide) process.exitCode = 1;
    console.log(`${file}${isWide ? '  scrolls horizontally' : ''}`);
  }
  await context.close();
}
await browser.close();
