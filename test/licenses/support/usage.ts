import { createHash } from 'node:crypto';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { expect } from 'vitest';
import type { Database } from '../../../platform/database/index.js';
import type { LicenseService } from '../../../subgraphs/licenses/index.js';

/** Runs the job that appends entries to the usage log. */
export async function appendUsage(service: LicenseService): Promise<void> {
  await service.jobs.find(({ name }) => name === 'licenses.append-usage')?.run({});
}

export async function clearUsage({ sql }: Database): Promise<void> {
  await sql`truncate licenses.usage_change, licenses.usage_entry, licenses.usage_node, licenses.usage_head,
    licenses.usage_batch, licenses.usage_count, licenses.usage_day`;
}

/** RFC 6962, section 2.1, implemented literally. */
export function rootOf(entries: readonly string[]): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  function hashOf(leaves: readonly string[]): Buffer {
    if (leaves.length <= 1) return leaves.length === 0 ? sha256() : sha256(Buffer.of(0), Buffer.from(leaves[0] ?? ''));
    let split = 1;
    while (split * 2 < leaves.length) split *= 2;
    return sha256(Buffer.of(1), hashOf(leaves.slice(0, split)), hashOf(leaves.slice(split)));
  }
  return hashOf(entries).toString('hex');
}

/** Whether another implementation of RFC 6962 accepts a proof. */
export function sigstoreVerifies(
  { entry, root, path }: { entry: string; root: string; path: readonly string[] },
  { position, size }: { position: number; size: number },
): boolean {
  const bytesOf = (hash: string) => Buffer.from(hash, 'hex');
  const inclusionProof = { logIndex: String(position), hashes: path.map(bytesOf) };
  try {
    verifyMerkleInclusion(
      { canonicalizedBody: Buffer.from(entry), inclusionProof } as unknown as Parameters<
        typeof verifyMerkleInclusion
      >[0],
      { logSize: BigInt(size), logHash: bytesOf(root) } as Parameters<typeof verifyMerkleInclusion>[1],
    );
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'TLOG_INCLUSION_PROOF_ERROR' });
    return false;
  }
}
