import type { TransactionSql } from 'postgres';
import { groupsForEntries, recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import type { StoredHit } from '../repository/record-hits.js';

interface BlockChange {
  readonly action: 'block.brand-hit' | 'unblock.brand-hit';
  /** Hits in one zone. */
  readonly hits: readonly Pick<StoredHit, 'id' | 'brandId' | 'tenantId' | 'label'>[];
  readonly zone: { readonly suffix: string };
}

/**
 * Records names that imports and scans block or unblock, as the settings of their brands require, with one entry in the
 * audit log for each brand, or several if the names are many.
 */
export async function auditBlocks(sql: TransactionSql, { action, hits, zone }: BlockChange): Promise<void> {
  for (const [brandId, ofBrand] of Map.groupBy(hits, (hit) => hit.brandId)) {
    const blocks = ofBrand.map(({ id, label }) => ({ id, name: label + zone.suffix }));
    for (const group of groupsForEntries(blocks)) {
      await recordAudit(sql, systemRequest, {
        action,
        object: [`brand:${brandId}`, ...group.map(({ id }) => `brand-hit:${id}` as const)],
        tenantId: ofBrand[0]?.tenantId ?? null,
        after: { names: group.map(({ name }) => name) },
      });
    }
  }
}
