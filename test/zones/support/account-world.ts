import { afterAll, beforeAll } from 'vitest';
import { bearerToken } from '../../../gateway/authentication/caller-authenticator.js';
import {
  type Authenticator,
  anonymous,
  type Caller,
  type Credentials,
  localAdministrator,
  type RequestContext,
} from '../../../platform/caller.js';
import type { Clock } from '../../../platform/clock.js';
import { createLog, type Logger } from '../../../platform/log.js';
import type { Platform, Subgraph } from '../../../platform/subgraph.js';
import { createZoneService, type ZoneService, zonesSubgraph } from '../../../subgraphs/zones/index.js';
import { openTestDatabase, type TestClock, type TestDatabase, testClock, testPlatform } from '../../support/index.js';

export interface AccountWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly platform: Platform;
  readonly service: ZoneService;
  readonly subgraph: Subgraph;
  /** The account of the API key in the header. */
  readonly authenticate: (request: Credentials) => ReturnType<Authenticator>;
  /** The lines of the log so far. */
  readonly logged: string[];
}

export const start = Date.parse('2026-01-31T10:00:00Z');
export const dayMs = 86_400_000;
export const minuteMs = 60_000;
export const password = 'correct horse battery';

/** The zones domain on a separate database for the test file. Use it only inside of tests and hooks. */
export function describeAccountWorld(environment: Record<string, string> = {}): AccountWorld {
  const world: Partial<Mutable<AccountWorld>> = {};
  beforeAll(async () => {
    const test = await openTestDatabase(environment);
    const clock = testClock(start);
    const logged: string[] = [];
    Object.assign(world, { test, clock, logged, ...partsOf({ test, clock, log: capturingLog(logged) }) });
  });
  afterAll(() => world.test?.close());
  return world as AccountWorld; // Assigned before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The service and jobs of the domain in one process. */
export function partsOf(options: { test: TestDatabase; clock: Clock; log: Logger }) {
  const platform = testPlatform(options.test, options);
  const authenticator = zonesSubgraph.createAuthenticator?.(platform);
  if (authenticator === undefined) throw new Error('the zones domain has no authenticator');
  const authenticate = (request: Credentials) => authenticator(request, bearerToken(request));
  return { platform, authenticate, service: createZoneService(platform), subgraph: zonesSubgraph.create(platform) };
}

export function capturingLog(lines: string[]): Logger {
  return createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
}

let sources = 0;

/** A request, by default from a unique address. */
export function requestOf(caller: Caller = anonymous, differences: Partial<RequestContext> = {}): RequestContext {
  sources++;
  const sourceAddress = `10.${(sources >> 16) & 255}.${(sources >> 8) & 255}.${sources & 255}`;
  return {
    caller,
    via: 'graphql',
    sourceAddress,
    signal: new AbortController().signal,
    requestId: 'test',
    ...differences,
  };
}

/** A request of an anonymous caller from this address. */
export const anonymousRequest = (sourceAddress: string) => requestOf(anonymous, { sourceAddress });

export const admin = () => requestOf(localAdministrator);

let names = 0;

/** A unique name. */
export function newName(prefix = 'user'): string {
  return `${prefix}-${++names}`;
}

/** Registers an account. */
export async function newAccount(world: AccountWorld, username = newName()): Promise<string> {
  await world.service.registerAccount(requestOf(), { username, email: `${username}@mail.example`, password });
  return username;
}

/** Registers and approves an account. */
export async function newApprovedAccount(world: AccountWorld, username = newName()): Promise<string> {
  await newAccount(world, username);
  await world.service.approveAccount(admin(), { username });
  return username;
}

/** Generates a key for an account. */
export async function keyOf(world: AccountWorld, username: string, name = newName('key')): Promise<string> {
  return (await world.service.generateKey(requestOf(), { username, password, name })).key;
}

/** Authenticates a key like the gateway. */
export async function authenticateKey(world: AccountWorld, key: string): Promise<Caller> {
  const caller = await world.authenticate({ headers: { authorization: `Bearer ${key}` } });
  if (caller === undefined) throw new Error('the API key was not recognized');
  return caller;
}

/** The caller of a new approved account. */
export async function approvedCaller(world: AccountWorld, username = newName()): Promise<Caller> {
  await newApprovedAccount(world, username);
  return await authenticateKey(world, await keyOf(world, username));
}

/** The outcome of a promise: its value, or the code of its error. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'done',
    (error: { code?: unknown }) => error.code ?? error,
  );
}
