import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { leafHash } from '../../../../platform/merkle-tree.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import type { FileDependencies } from '../../files/index.js';
import { type SigningDependencies, signWithFile } from '../../signing.js';
import {
  insertEntries,
  insertHead,
  insertNodes,
  lockUsageLog,
  selectEntries,
  selectHead,
  selectNodes,
  takeChanges,
} from '../repository.js';
import {
  appended,
  consistencyPath,
  emptyRoot,
  inclusionPath,
  type NodeHashes,
  neededNodes,
  nodeKey,
  peaks,
  rangeHashes,
  rootHash,
  type TreeNode,
} from '../rules.js';

const changesAtOnce = 1000;
const entriesAtOnce = 5000;

/** The root of the log at a size. `root` and hashes are SHA-256 in hexadecimal. */
export interface UsageHead {
  readonly size: number;
  readonly root: string;
  readonly at: Date;
}

/** Proof that an entry is in the log: RFC 6962, section 2.1.1. */
export interface InclusionProof {
  readonly position: number;
  readonly size: number;
  readonly root: string;
  readonly entry: string;
  readonly leafHash: string;
  readonly path: readonly string[];
}

/** Proof that the log of one size begins with that of another: RFC 6962, section 2.1.2. */
export interface ConsistencyProof {
  readonly first: number;
  readonly firstRoot: string;
  readonly second: number;
  readonly secondRoot: string;
  readonly path: readonly string[];
}

/**
 * Appends changes of seats to the log, in transactions of at most {@link changesAtOnce}. A change is appended once: the
 * transaction that appends it removes it from the changes.
 */
async function appendUsage({ database, clock }: LicenseDependencies, signal?: AbortSignal): Promise<void> {
  for (let last = changesAtOnce; last === changesAtOnce && signal?.aborted !== true; ) {
    last = await database.transaction(async (sql) => {
      await lockUsageLog(sql);
      const changes = await takeChanges(sql, { limit: changesAtOnce });
      if (changes.length === 0) return 0;
      const { size } = await headOf(sql);
      const entries = changes
        .toSorted((a, b) => a.id - b.id)
        .map(({ at, guid, change }, index) =>
          JSON.stringify({ position: size + index, at: new Date(at * 1000).toISOString(), guid, change }),
        );
      await append(sql, { size, entries, at: clock.now() / 1000 });
      return changes.length;
    });
  }
}

async function append(sql: Executor, log: { size: number; entries: readonly string[]; at: number }): Promise<void> {
  const { size, entries, at } = log;
  const before = await loadNodes(sql, peaks(size));
  const nodes = appended(size, entries.map(leafHash), before);
  const added = new Map(nodes.map((node) => [nodeKey(node), node.hash]));
  const end = size + entries.length;
  const root = rootHash(end, (node) => added.get(nodeKey(node)) ?? before(node));
  await insertEntries(sql, { position: size, entries: [...entries] });
  await insertNodes(sql, {
    levels: nodes.map(({ level }) => level),
    indexes: nodes.map(({ index }) => index),
    hashes: nodes.map(({ hash }) => hash.toString('hex')),
  });
  await insertHead(sql, { size: end, at, root: root.toString('hex') });
}

/** The job that appends changes of seats to the log, each minute. */
export function appendUsageJob(dependencies: LicenseDependencies): JobDefinition {
  return {
    name: 'licenses.append-usage',
    cron: '* * * * *',
    run: (_payload, signal) => appendUsage(dependencies, signal),
  };
}

/**
 * The newest head of the log. Changes of the last minute can be missing until {@link appendUsageJob} appends them.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function usageHead(dependencies: LicenseDependencies, request: LicenseRequest): Promise<UsageHead> {
  authorize(request.caller, 'licenses.read');
  return await dependencies.database.guard((sql) => headOf(sql));
}

/**
 * The head of the log as a signed text, which a vendor keeps to verify later logs.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT without a signing key
 */
export async function signedUsageHead(
  dependencies: FileDependencies & SigningDependencies,
  request: LicenseRequest,
): Promise<{ head: UsageHead; text: string; signature: Buffer }> {
  const head = await usageHead(dependencies, request);
  await dependencies.files.documents.refresh();
  const { license } = await dependencies.files.license.current();
  const facts = { type: 'rampart-usage-head', version: 1, license: license?.id ?? null };
  const text = `${JSON.stringify({ ...facts, ...head, signedAt: new Date(dependencies.clock.now()) }, null, 2)}\n`;
  return { head, text, signature: signWithFile(dependencies.signingKeyFile, text) };
}

/**
 * The same for the graph; null without a signing key.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a key that cannot be used
 */
export async function availableUsageHead(
  dependencies: FileDependencies & SigningDependencies,
  request: LicenseRequest,
): Promise<{ text: string; signature: string } | null> {
  if (dependencies.signingKeyFile === '') return null;
  const { text, signature } = await signedUsageHead(dependencies, request);
  return { text, signature: signature.toString('base64') };
}

/**
 * Entries of the log, starting with a position, at most {@link entriesAtOnce}.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function usageEntries(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  position: number,
): Promise<readonly string[]> {
  authorize(request.caller, 'licenses.read');
  const found = await dependencies.database.guard((sql) => selectEntries(sql, { position, limit: entriesAtOnce }));
  return found.map(({ entry }) => entry);
}

/**
 * Proves that an entry is in the log of a size; default: the whole log.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND if there is no such entry or size
 */
export async function proveInclusion(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  input: { position: number; size?: number | undefined },
): Promise<InclusionProof> {
  authorize(request.caller, 'licenses.read');
  return await database.guard(async (sql) => {
    const { size: newest } = await headOf(sql);
    const { position, size = newest } = input;
    if (size > newest || position >= size || position < 0) {
      throw new DomainError('NOT_FOUND', `The log of ${Math.min(size, newest)} entries has no entry ${position}`);
    }
    const [found] = await selectEntries(sql, { position, limit: 1 });
    const entry = found?.entry ?? '';
    const ranges = inclusionPath(position, size);
    const hashes = await loadNodes(sql, [...neededNodes(ranges), ...peaks(size)]);
    const hex = (hash: Buffer): string => hash.toString('hex');
    return {
      ...{ position, size, root: hex(rootHash(size, hashes)), entry, leafHash: hex(leafHash(entry)) },
      path: rangeHashes(ranges, hashes).map(hex),
    };
  });
}

/**
 * Proves that the log of `second` entries begins with that of `first`; default of `second`: the whole log.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND if the log is shorter
 */
export async function proveConsistency(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  input: { first: number; second?: number | undefined },
): Promise<ConsistencyProof> {
  authorize(request.caller, 'licenses.read');
  return await database.guard(async (sql) => {
    const { size: newest } = await headOf(sql);
    const { first, second = newest } = input;
    if (second > newest || first > second || first < 1) {
      throw new DomainError('NOT_FOUND', `The log has ${newest} entries: there is no proof from ${first} to ${second}`);
    }
    const ranges = consistencyPath(first, second);
    const hashes = await loadNodes(sql, [...neededNodes(ranges), ...peaks(first), ...peaks(second)]);
    const rootOf = (size: number): string => rootHash(size, hashes).toString('hex');
    return {
      ...{ first, firstRoot: rootOf(first), second, secondRoot: rootOf(second) },
      path: rangeHashes(ranges, hashes).map((hash) => hash.toString('hex')),
    };
  });
}

/** Computes the root of a log from its entries, for those who have an export only. */
export class UsageTree {
  #size = 0;
  #nodes = new Map<string, Buffer>();

  get size(): number {
    return this.#size;
  }

  append(entries: readonly string[]): void {
    for (const { hash, ...node } of appended(this.#size, entries.map(leafHash), hashesOf(this.#nodes))) {
      this.#nodes.set(nodeKey(node), hash);
    }
    this.#size += entries.length;
    const kept = peaks(this.#size).map(nodeKey);
    this.#nodes = new Map(kept.flatMap((key) => (this.#nodes.has(key) ? [[key, this.#nodes.get(key) as Buffer]] : [])));
  }

  /** The root in hexadecimal. */
  root(): string {
    return rootHash(this.#size, hashesOf(this.#nodes)).toString('hex');
  }
}

async function headOf(sql: Executor): Promise<UsageHead> {
  const head = await selectHead(sql);
  if (head === undefined) return { size: 0, root: emptyRoot.toString('hex'), at: new Date(0) };
  return { size: head.size, root: head.root, at: new Date(head.at * 1000) };
}

async function loadNodes(sql: Executor, nodes: readonly TreeNode[]): Promise<NodeHashes> {
  const found = await selectNodes(sql, {
    levels: nodes.map(({ level }) => level),
    indexes: nodes.map(({ index }) => index),
  });
  return hashesOf(new Map(found.map((node) => [nodeKey(node), Buffer.from(node.hash, 'hex')])));
}

function hashesOf(known: ReadonlyMap<string, Buffer>): NodeHashes {
  return (node) => {
    const hash = known.get(nodeKey(node));
    if (hash === undefined) throw new Error(`node ${nodeKey(node)} of the usage log is missing`);
    return hash;
  };
}
