// Measures how long the console takes until its list of alerts is interactive, in Chromium over a slow network:
// npm run console-load-times -- URL [TOKEN_FILE]. The instance must be running and have alerts. The exit code is 1 if a
// median exceeds its maximum.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../test/browser/chromium.ts';

const [url, tokenFile] = process.argv.slice(2);
if (url === undefined) {
  console.error('Usage: npm run console-load-times -- URL [TOKEN_FILE]');
  process.exit(2);
}

/** The profile "Fast 4G" of Chromium's developer tools. */
const network = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 };
/** Maximum medians in milliseconds: of the first paint, the time to interactive, and the effect of a key press. */
const budgets = { paint: 800, usable: 1000, interaction: 100 };
const names = { paint: 'first paint', usable: 'time to interactive', interaction: 'key press' };
const runs = 5;

if (chromiumPath === undefined) {
  console.error('Chromium is not installed: install it, or set CHROMIUM_PATH to its path');
  process.exit(1);
}
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
if (tokenFile !== undefined) {
  const token = readFileSync(tokenFile, 'utf8').trim();
  await context.request.post(new URL('session', url).href, {
    data: { token },
    headers: { 'x-rampart-session': '1', origin: new URL(url).origin },
  });
}

/** Times of one visit in milliseconds since the navigation. */
async function visit(isFirst) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: isFirst });
  await session.send('Network.emulateNetworkConditions', network);
  await page.addInitScript(() => {
    globalThis.addEventListener('DOMContentLoaded', () => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.row-endpoint a') !== null) {
          globalThis.usableAt = performance.now();
          observer.disconnect();
        }
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
  });
  await page.goto(new URL('#/alerts', url).href);
  await page.waitForFunction(() => globalThis.usableAt !== undefined);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    usable: globalThis.usableAt,
  }));
  const started = performance.now();
  await page.keyboard.press('j');
  await page.waitForFunction(() => document.activeElement?.closest('.row-endpoint') !== null);
  const interaction = performance.now() - started;
  await page.close();
  return { ...times, interaction };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const over = [];
for (const isFirst of [true, false]) {
  const visits = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(isFirst));
  const of = (name) => Math.round(median(visits.map((each) => each[name])));
  const cache = isFirst ? 'empty cache' : 'cached';
  console.log(
    `${cache.padEnd(11)}  first paint ${of('paint')} ms  time to interactive ${of('usable')} ms  key press ${of('interaction')} ms`,
  );
  for (const [name, budget] of Object.entries(budgets)) {
    if (!(of(name) <= budget)) over.push(`${cache}: ${names[name]} is ${of(name)} ms; the maximum is ${budget} ms`);
  }
}
await browser.close();
if (over.length > 0) {
  console.error(over.join('\n'));
  process.exit(1);
}
