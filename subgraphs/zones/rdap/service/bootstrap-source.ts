import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, isRecent } from '../../../../platform/clock.js';
import type { Logger } from '../../../../platform/log.js';
import { projectRoot } from '../../../../platform/project-root.js';
import { type Bootstrap, readBootstrap } from '../rules/bootstrap.js';
import { asObject } from '../rules/json.js';

export interface BootstrapSourceOptions {
  /** URL from which the registry is fetched. */
  readonly url: string;
  /** File that stores the fetched registry, for the next start and for other processes on this machine. */
  readonly file: string;
  readonly fetchText: (url: string) => Promise<string>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface FetchedRegistry {
  readonly bootstrap: Bootstrap;
  /** Time at which the registry was fetched, in Unix epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * Maximum age of a fetched registry in milliseconds, after which the next use fetches it again: a day, plus an hour
 * within which the daily job runs.
 */
const freshnessMs = 25 * 3_600_000;

/** Pause in milliseconds before another fetch after a failure. */
const pauseAfterFailureMs = 300_000;

/** A copy of IANA's registry (https://data.iana.org/rdap/dns.json), for machines that cannot fetch it. */
const packagedFile = join(projectRoot, 'subgraphs/zones/rdap/service/bootstrap-dns.json');

/** Source of the bootstrap registry. */
export class BootstrapSource {
  readonly #options: BootstrapSourceOptions;
  #registry: FetchedRegistry | undefined;
  #packaged: Promise<Bootstrap> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;

  constructor(options: BootstrapSourceOptions) {
    this.#options = options;
  }

  /** The registry: one fetched within a day, otherwise an older one, otherwise the packaged copy. Never fails. */
  async current(): Promise<Bootstrap> {
    if (!this.#isFresh()) {
      const storedRegistry = await readStored(this.#options);
      this.#registry = newerOf(this.#registry, storedRegistry);
    }
    const now = this.#options.clock.now();
    const mayFetch = !isRecent(this.#failedAt, { now, maxAgeMs: pauseAfterFailureMs });
    if (!this.#isFresh() && mayFetch) {
      const refreshed = this.refresh();
      // An outdated registry is used during the fetch; without any, the first lookup waits.
      if (this.#registry === undefined) await refreshed;
    }
    if (this.#registry !== undefined) return this.#registry.bootstrap;
    this.#packaged ??= readPackagedBootstrap();
    return await this.#packaged;
  }

  /** Fetches the registry now; an error is logged, and the current one remains in use. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#fetchAndStore().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #fetchAndStore(): Promise<void> {
    const { url, file, clock, log } = this.#options;
    try {
      const registry: unknown = JSON.parse(await this.#options.fetchText(url));
      const bootstrap = readBootstrap(registry);
      if (bootstrap === null) throw new Error('the response is not a bootstrap registry (RFC 9224)');
      const fetchedAt = clock.now();
      this.#registry = { bootstrap, fetchedAt };
      this.#failedAt = Number.NEGATIVE_INFINITY;
      await store(file, { url, fetchedAt, registry }).catch((error: unknown) =>
        log.warn({ err: error, file }, 'the RDAP bootstrap registry was not stored on disk'),
      );
    } catch (error) {
      this.#failedAt = clock.now();
      log.warn({ err: error, url }, 'the RDAP bootstrap registry was not refreshed');
    }
  }

  #isFresh(): boolean {
    const now = this.#options.clock.now();
    return this.#registry !== undefined && isRecent(this.#registry.fetchedAt, { now, maxAgeMs: freshnessMs });
  }
}

function newerOf(a: FetchedRegistry | undefined, b: FetchedRegistry | undefined): FetchedRegistry | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.fetchedAt >= b.fetchedAt ? a : b;
}

/** The stored registry of an earlier fetch from the same URL; undefined if there is none or it is not valid. */
async function readStored({ url, file, log }: BootstrapSourceOptions): Promise<FetchedRegistry | undefined> {
  try {
    const storedFile = asObject(JSON.parse(await readFile(file, 'utf8')));
    const bootstrap = readBootstrap(storedFile?.registry);
    const fetchedAt = storedFile?.fetchedAt;
    return storedFile?.url === url && bootstrap !== null && typeof fetchedAt === 'number'
      ? { bootstrap, fetchedAt }
      : undefined;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) log.warn({ err: error, file }, 'the stored RDAP bootstrap registry cannot be read');
    return undefined;
  }
}

/** Writes a temporary file and renames it, so no reader finds an incomplete file, also after a crash. */
async function store(file: string, content: object): Promise<void> {
  const temporaryFile = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(temporaryFile, JSON.stringify(content), { flush: true });
  await rename(temporaryFile, file).catch(async (error: unknown) => {
    await rm(temporaryFile, { force: true });
    throw error;
  });
}

async function readPackagedBootstrap(): Promise<Bootstrap> {
  const bootstrap = readBootstrap(JSON.parse(await readFile(packagedFile, 'utf8')));
  if (bootstrap === null) throw new Error(`${packagedFile} is not a bootstrap registry (RFC 9224): reinstall Rampart`);
  return bootstrap;
}
