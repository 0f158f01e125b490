import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Lacks support for windows, which reduces the duration by a quarter.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of Chromium; undefined if it is not installed. */
export const chromiumPath = candidates.find((path) => path !== undefined && existsSync(path));
