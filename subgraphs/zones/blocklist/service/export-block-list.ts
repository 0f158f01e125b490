import { hash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { assertMaxItems, isStorableText, isUuid, maxItems } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { type BlockListScope, selectBlockedNames, selectBlockSerial } from '../repository/block-list.js';
import { type BlockListFormat, fileFormats, isBlockable } from '../rules/formats.js';

export interface BlockListInput {
  readonly format: BlockListFormat;
  /** Brands whose hits are included; absent: all brands. */
  readonly brandIds?: readonly string[] | undefined;
  /** Tenant whose brands are included; absent: all brands that the caller may read. */
  readonly tenantId?: string | undefined;
}

interface BlockListOutput {
  /**
   * Called with the entity tag of the list before its first part; returns true if the client has that list, so nothing
   * is written.
   */
  isKnown?(entityTag: string): boolean;
  /** Writes the next part; the export continues when the promise resolves. */
  write(part: string): Promise<void>;
  /** Called after each page with the number of names so far. */
  onProgress?(names: number): void;
}

const namesPerBatch = 5000;

/**
 * Writes the names of blocked hits within the caller's tenants as a block list, from one snapshot of the database.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT
 */
export async function exportBlockList(
  { database }: Pick<ZoneDependencies, 'database'>,
  request: ZoneRequest,
  { format, ...options }: BlockListInput & BlockListOutput,
): Promise<void> {
  const scope = scopeOf(request, options);
  await database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const serial = await selectBlockSerial(sql, scope);
    if (options.isKnown?.(`"${format}-${serial}-${digestOf(scope)}"`) === true) return;
    const { head, lines } = fileFormats[format];
    await options.write(head(serial));
    let names = 0;
    for await (const page of blockedNames(sql, scope, request.signal)) {
      await options.write(page.map(lines).join(''));
      names += page.length;
      options.onProgress?.(names);
    }
  });
}

/** Digest of a scope for the entity tag, because lists of different scopes can have the same serial. */
function digestOf({ tenants, brandIds }: BlockListScope): string {
  return hash('sha256', JSON.stringify([tenants?.toSorted() ?? null, brandIds?.toSorted() ?? null])).slice(0, 16);
}

/** The names of a block list, page by page. */
export async function* blockedNames(
  sql: TransactionSql,
  scope: BlockListScope,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  let after = { zone: '', label: '' };
  for (;;) {
    signal.throwIfAborted();
    const page = await selectBlockedNames(sql, { scope, after, limit: namesPerBatch });
    yield page.map(({ label, suffix }) => label + suffix).filter(isBlockable);
    const last = page.at(-1);
    if (last === undefined || page.length < namesPerBatch) return;
    after = { zone: last.zone, label: last.label };
  }
}

/**
 * Requires the permission to read brands, because block lists consist of their hits.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export function authorizeBlockList({ caller }: Pick<ZoneRequest, 'caller'>): void {
  authorize(caller, 'brands.read');
}

function scopeOf(request: ZoneRequest, { brandIds, tenantId }: Omit<BlockListInput, 'format'>): BlockListScope {
  const { tenants } = authorize(request.caller, 'brands.read');
  assertMaxItems('brand_id', brandIds, maxItems.filterValues);
  const invalid = brandIds?.find((id) => !isUuid(id));
  if (invalid !== undefined) {
    throw invalidArgument('brand_id', `brand_id must be the UUID or the global id of a brand, not ${quoted(invalid)}`);
  }
  const requestedTenants =
    tenantId === undefined ? tenants : [tenantId].filter((id) => tenants?.includes(id) ?? isStorableText(id));
  return { ...(requestedTenants !== null && { tenants: requestedTenants }), ...(brandIds && { brandIds }) };
}
