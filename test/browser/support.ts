import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext } from 'vitest';
import { startRampart } from '../../command-line/rampart.js';
import type { OperatorRole } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { silentLog } from '../../platform/log.js';
import { type CommandResult, runCommand } from '../support/command-line.js';
import { createMigratedDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { chromiumPath } from './chromium.js';
import { inferenceLines } from './inferences.js';

if (chromiumPath === undefined) {
  console.log('No Chromium is installed here (CHROMIUM_PATH names one): the browser tests are skipped.');
}

/** Tests of a page in a browser; skipped if there is no browser. */
export const describeInBrowser = describe.skipIf(chromiumPath === undefined);

/** A browser without background requests. */
async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const openPages: { readonly page: Page; readonly violations: string[] }[] = [];

interface PageOptions {
  readonly dark?: boolean;
  /** The language of the browser; default: `en-US`. */
  readonly locale?: string;
  /** The time zone of the browser, such as `Asia/Tokyo`; default: that of this machine. */
  readonly timezoneId?: string;
  /** The origin of an identity provider, which pages may open. */
  readonly provider?: string;
  /** How far the clock of the browser is ahead, in milliseconds. */
  readonly aheadMs?: number;
  /** Signs in with this operator token before the page opens. */
  readonly token?: string;
}

/** Opens a page in its own session and records violations; see `closePages`. */
async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1500, height: 1000 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'en-US',
    ...(options.timezoneId !== undefined && { timezoneId: options.timezoneId }),
  });
  const page = await context.newPage();
  // A timeout only ends what hangs: a slow machine has taken more than 20 s for a page.
  page.setDefaultTimeout(60_000);
  openPages.push({ page, violations: watch(page, new URL(url).origin, options.provider) });
  const ahead = `{ const now = Date.now; Date.now = () => now() + ${options.aheadMs}; }`;
  if (options.aheadMs !== undefined) await page.addInitScript(ahead);
  if (options.token !== undefined) await signIn(page, { url, token: options.token });
  await page.goto(url);
  return page;
}

/** Signs in like the form of the console. */
async function signIn(page: Page, { url, token }: { url: string; token: string }): Promise<void> {
  const headers = { 'x-rampart-session': '1', origin: new URL(url).origin };
  const response = await page.context().request.post(new URL('session', url).href, { data: { token }, headers });
  expect(response.status()).toBe(201);
}

/** The form with this label, such as `New token`, after it is opened. */
export async function openForm(page: Page, label: string): Promise<Locator> {
  await page.locator('summary', { hasText: label }).click();
  return page.getByRole('form', { name: label });
}

/**
 * Delays the requests of an operation.
 * @returns a function that sends them and ends the delay
 */
export async function delayOperation(page: Page, operationName: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName === operationName) await isReleased;
    // The page may have cancelled the request.
    await route.fallback().catch(() => {});
  });
  return release;
}

/** Presses Tab until the element has the focus; fails if that takes more presses. */
export async function tabTo(element: Locator, { maxPresses }: { maxPresses: number }): Promise<void> {
  await element.waitFor();
  const page = element.page();
  const focused = element.and(page.locator(':focus'));
  for (let presses = 0; (await focused.count()) === 0; presses++) {
    expect(presses, `Tabs to ${element}`).toBeLessThan(maxPresses);
    await page.keyboard.press('Tab');
  }
}

/** Goes to the content of a page that was just opened, as a person without a mouse does. */
export async function skipToMain(page: Page): Promise<void> {
  await tabTo(page.getByRole('button', { name: 'Skip to main content' }), { maxPresses: 1 });
  await page.keyboard.press('Enter');
}

/** Runs the default query of the explorer and waits for this number of alerts. */
export async function runFirstQuery(page: Page, expected: { totalCount: number }): Promise<void> {
  await page.locator('.graphiql-query-editor .view-line', { hasText: 'NewestOpenAlerts' }).waitFor();
  await page.getByRole('button', { name: /Execute query/ }).click();
  const body = new RegExp(`"totalCount":\\s${expected.totalCount},`);
  await page.locator('.result-window', { hasText: body }).waitFor();
}

/**
 * Closes the pages of a test; fails after a script error, a violation of the content security policy, or a request to
 * another host.
 */
async function closePages({ task }: TestContext): Promise<void> {
  const pages = openPages.splice(0);
  if (task.result?.state === 'fail') await Promise.all(pages.map(({ page }) => printState(page)));
  await Promise.all(pages.map(({ page }) => page.context().close()));
  expect(pages.flatMap(({ violations }) => violations)).toEqual([]);
}

/** Prints what a page showed when its test failed. */
async function printState(page: Page): Promise<void> {
  const outline = await page.locator('body').ariaSnapshot({ timeout: 1000 }).catch(String);
  console.log(`${page.url()}\n${outline}`);
}

function watch(page: Page, origin: string, provider?: string): string[] {
  const violations: string[] = [];
  page.on('pageerror', (error) => violations.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOfProvider = provider !== undefined && [url.origin, originOf(request.frame().url())].includes(provider);
    if (isOfProvider) {
      return;
    }
    if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') {
      violations.push(`request to ${request.url()}`);
    }
  });
  return violations;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

interface NewToken {
  readonly name: string;
  readonly role: OperatorRole;
  /** Default: all tenants. */
  readonly tenantId?: string | null;
  readonly tenants?: readonly string[];
}

export interface BrowserTestServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** URL of the listener for controllers. */
  readonly controllersUrl: string;
  /** The administrator's token of the server. */
  readonly token: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Creates an operator token, and returns it. */
  createToken(token: NewToken): Promise<string>;
  /** Runs an operation outside the page, as another client. */
  query<Data>(document: string, variables?: Record<string, unknown>): Promise<Data>;
  /** Runs a command on the server's database. */
  run(args: readonly string[], input: string): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface BrowserTests {
  /** Available from the first test. */
  readonly server: BrowserTestServer;
  /** Opens a path, with its leading slash, or a URL of a proxy; see `closePages` for violations. */
  open(path: string, options?: PageOptions): Promise<Page>;
}

/** Starts a server with alerts and a browser for the tests of a group, and checks the pages after each test. */
export function browserTests(environment: Record<string, string> = {}): BrowserTests {
  let running: { readonly server: BrowserTestServer; readonly browser: Browser } | undefined;

  beforeAll(async () => {
    const [server, browser] = await Promise.all([startServerWithAlerts(environment), launchBrowser()]);
    running = { server, browser };
  });

  afterAll(async () => {
    await running?.browser.close();
    await running?.server.close();
  });

  afterEach(closePages);

  function requireStarted(): NonNullable<typeof running> {
    if (running === undefined) throw new Error('the server and the browser start before the first test');
    return running;
  }

  return {
    get server() {
      return requireStarted().server;
    },
    open: (path, options) =>
      openPage(requireStarted().browser, URL.canParse(path) ? path : `${requireStarted().server.url}${path}`, options),
  };
}

/** A browser for the tests of a group, whose pages are checked after each test. */
export function browserOfTests(): { open(url: string, options?: PageOptions): Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(closePages);
  return {
    async open(url, options) {
      if (browser === undefined) throw new Error('the browser starts before the first test');
      return await openPage(browser, url, options);
    },
  };
}

/**
 * A server with the inferences of this folder, on a separate database. It runs in this process, which has loaded its
 * code already.
 */
async function startServerWithAlerts(environment: Record<string, string>): Promise<BrowserTestServer> {
  const folder = temporaryFolder();
  const database = await createMigratedDatabase();
  const settings = { DATABASE_URL: database.url, RAMPART_SERVER_DATA_DIR: folder.path, ...environment };
  const configuration = testConfiguration(settings);
  const server = await startRampart({ configuration, clock: systemClock, log: silentLog });
  const addresses = new Map(server.addresses.map((address) => [address.name, address.url]));
  const url = new URL(addresses.get('console') ?? '').origin;
  const token = (await readFile(join(folder.path, 'admin-token'), 'utf8')).trim();
  await sendInferences({ url, token }, inferenceLines());
  return {
    url,
    controllersUrl: addresses.get('licenses') ?? '',
    token,
    dataDir: folder.path,
    databaseUrl: database.url,
    query: (document, variables) => queryGraph({ url, token, document, variables }),
    createToken: ({ role, ...fixture }) => createToken({ url, token }, { ...fixture, role: role.toUpperCase() }),
    run: (args, input) => runCommand(args, { environment: settings, input }),
    async close() {
      await server.close();
      await database.drop();
      folder.remove();
    },
  };
}

interface Client {
  readonly url: string;
  readonly token: string;
}

/** Sends inferences as a pipeline does; each must open an alert. */
export async function sendInferences({ url, token }: Client, lines: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const response = await fetch(`${url}/api/alerts/inferences`, { method: 'POST', headers, body: lines });
  expect(await response.text()).toContain(`"opened":${lines.trim().split('\n').length}`);
}

async function createToken(client: Client, input: object): Promise<string> {
  const document = 'mutation ($input: CreateOperatorTokenInput!) { createOperatorToken(input: $input) { secret } }';
  type Created = { createOperatorToken: { secret: string } };
  return (await queryGraph<Created>({ ...client, document, variables: { input } })).createOperatorToken.secret;
}

interface GraphQuery extends Client {
  readonly document: string;
  readonly variables: Record<string, unknown> | undefined;
}

async function queryGraph<Data>({ url, token, document, variables }: GraphQuery): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: document, variables }),
  });
  const body = (await response.json()) as { data: Data; errors?: unknown };
  if (body.errors !== undefined) {
    throw new Error(JSON.stringify(body.errors));
  }
  return body.data;
}
