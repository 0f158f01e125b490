import { DomainError } from '../../../../platform/domain-error.js';
import { leafHash } from '../../../../platform/merkle-tree.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import type { FileDependencies } from '../../files/index.js';
import { signWithFile } from '../../signing.js';
import { selectEntries } from '../repository/log.js';
import { consistencyPath, inclusionPath, peaks, rangeHashes, rootHash, subtreesOfRanges } from '../rules.js';
import { loadNodes, readTreeHead, type UsageHead } from './stored-tree.js';

const entriesPerBatch = 5000;

/**
 * The newest tree head of the usage log. Changes of the last minute may be missing, because a job appends them each
 * minute.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function usageHead(dependencies: LicenseDependencies, request: LicenseRequest): Promise<UsageHead> {
  authorize(request.caller, 'licenses.read');
  return await dependencies.database.guard((sql) => readTreeHead(sql));
}

/**
 * The newest tree head of the usage log as a signed text. A vendor stores it to verify later versions of the log.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT if no signing key is configured, or if the key
 * cannot be used
 */
export async function signedUsageHead(
  dependencies: FileDependencies,
  request: LicenseRequest,
): Promise<{ head: UsageHead; text: string; signature: Buffer }> {
  const head = await usageHead(dependencies, request);
  await dependencies.files.documents.refresh();
  const { license } = await dependencies.files.license.current();
  const facts = { type: 'rampart-usage-head', version: 1, license: license?.id ?? null };
  const text = `${JSON.stringify({ ...facts, ...head, signedAt: new Date(dependencies.clock.now()) }, null, 2)}\n`;
  return { head, text, signature: signWithFile(dependencies.settings.signingKeyFile, text) };
}

/**
 * The newest signed tree head for the GraphQL API, with the signature in base64; null if no signing key is configured.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT if the key cannot be used
 */
export async function signedUsageHeadOrNull(
  dependencies: FileDependencies,
  request: LicenseRequest,
): Promise<{ text: string; signature: string } | null> {
  if (dependencies.settings.signingKeyFile === '') return null;
  const { text, signature } = await signedUsageHead(dependencies, request);
  return { text, signature: signature.toString('base64') };
}

/**
 * Entries of the usage log from a position onwards, at most {@link entriesPerBatch}.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function usageEntries(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  position: number,
): Promise<readonly string[]> {
  authorize(request.caller, 'licenses.read');
  const found = await dependencies.database.guard((sql) => selectEntries(sql, { position, limit: entriesPerBatch }));
  return found.map(({ entry }) => entry);
}

/**
 * Proves that an entry is in the usage log of a given size (RFC 6962, section 2.1.1); by default, in the current log.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND if the log has no such entry, or never had this size
 */
export async function proveInclusion(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  input: { position: number; size?: number | undefined },
) {
  authorize(request.caller, 'licenses.read');
  return await database.guard(async (sql) => {
    const { size: newest } = await readTreeHead(sql);
    const { position, size = newest } = input;
    if (size > newest) {
      throw new DomainError('NOT_FOUND', `size must be at most ${newest}, the size of the log, but is ${size}`);
    }
    if (position >= size || position < 0) {
      const problem = `The log of ${size} entries has no entry at position ${position}`;
      throw new DomainError('NOT_FOUND', `${problem}; expected 0 ≤ position < ${size}`);
    }
    const [found] = await selectEntries(sql, { position, limit: 1 });
    const entry = found?.entry ?? '';
    const ranges = inclusionPath(position, size);
    const hashes = await loadNodes(sql, [...subtreesOfRanges(ranges), ...peaks(size)]);
    const hex = (hash: Buffer): string => hash.toString('hex');
    return {
      ...{ position, size, root: hex(rootHash(size, hashes)), entry, leafHash: hex(leafHash(entry)) },
      path: rangeHashes(ranges, hashes).map(hex),
    };
  });
}

/**
 * Proves that the usage log with `second` entries begins with the log with `first` entries (RFC 6962, section 2.1.2).
 * `second` defaults to the current size.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND unless 1 ≤ `first` ≤ `second` ≤ the current size
 */
export async function proveConsistency(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  input: { first: number; second?: number | undefined },
) {
  authorize(request.caller, 'licenses.read');
  return await database.guard(async (sql) => {
    const { size: newest } = await readTreeHead(sql);
    const { first, second = newest } = input;
    if (second > newest || first > second || first < 1) {
      const problem = `The log has ${newest} entries: there is no proof from ${first} to ${second}`;
      throw new DomainError('NOT_FOUND', `${problem}; expected 1 ≤ first ≤ second ≤ ${newest}`);
    }
    const ranges = consistencyPath(first, second);
    const hashes = await loadNodes(sql, [...subtreesOfRanges(ranges), ...peaks(first), ...peaks(second)]);
    const rootOf = (size: number): string => rootHash(size, hashes).toString('hex');
    return {
      ...{ first, firstRoot: rootOf(first), second, secondRoot: rootOf(second) },
      path: rangeHashes(ranges, hashes).map((hash) => hash.toString('hex')),
    };
  });
}
