import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { assertMaxItems, maxItems } from '../../../../platform/input-limits.js';
import { chargeQuery, refundQuery, requireAccess } from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { parseZoneName, toUnicodeName } from '../../names.js';
import {
  type FoundLookAlike,
  insertIdnLabels,
  lockIdnProgress,
  moveIdnProgress,
  selectIdnIngest,
  selectIdnLabels,
  selectLookAlikes,
  selectNewIdnLabels,
} from '../repository/look-alikes.js';
import { type LookAlikeKind, lookAlikeCandidates, lookAlikeKind, parseBrand } from '../rules/look-alikes.js';
import { skeletonOf } from '../rules/skeleton.js';

export interface LookAlikeRecord {
  /** The whole domain name. */
  readonly domain: string;
  readonly unicodeName: string;
  readonly zone: string;
  readonly kind: LookAlikeKind;
  readonly activeSince: Date;
}

export interface LookAlikeInput extends PageInput {
  brand: string;
  zones?: readonly string[] | null | undefined;
  since?: Date | null | undefined;
}

const order = 'look-alikes';

/**
 * Active names that look like a brand, ordered by label and zone. The first page counts as one query of an account.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, QUOTA_EXCEEDED
 */
export async function lookAlikes(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  input: LookAlikeInput,
): Promise<ConnectionRecord<LookAlikeRecord>> {
  const access = await requireAccess(dependencies, caller);
  const size = pageSize(input.first);
  assertMaxItems('zones', input.zones, maxItems.filterValues);
  const brand = parseBrand(input.brand);
  const after = decodeLookAlikeCursor(input.after);
  const quota = after === null ? await chargeQuery(dependencies, access) : null;
  try {
    const found = await findLookAlikes(dependencies, signal, { ...input, brand, after, limit: size + 1 });
    const edges = found.map((each) => ({ cursor: cursorOf(each), node: recordOf(each, brand) }));
    return connectionOf({ edges, size, isContinued: after !== null });
  } catch (error) {
    await refundQuery(dependencies, access, quota).catch(() => undefined);
    throw error;
  }
}

async function findLookAlikes(
  dependencies: ZoneDependencies,
  signal: AbortSignal,
  query: Omit<LookAlikeInput, 'after'> & { after: { label: string; zone: string } | null; limit: number },
): Promise<FoundLookAlike[]> {
  // Usually, the job has already added all labels.
  await followIdnLabels(dependencies, { batches: 1 });
  const { labels, skeletons } = lookAlikeCandidates(query.brand);
  return await dependencies.database.read({ signal }, async (sql) => {
    const international = await selectIdnLabels(sql, skeletons);
    const wanted = new Set([...labels, ...international]);
    wanted.delete(query.brand);
    return await selectLookAlikes(sql, {
      labels: [...wanted],
      zones: query.zones?.map((zone) => parseZoneName(zone) ?? zone) ?? null,
      since: query.since?.getTime() ?? null,
      ...{ after: query.after, limit: query.limit },
    });
  });
}

/** Maximum number of IDN labels per transaction. */
const maxLabelsPerBatch = 20_000;

/**
 * Adds the IDN labels of new imports to the table of IDN labels.
 * @param options.batches maximum number of transactions, so a large import does not delay a request
 */
export async function followIdnLabels(
  { database }: Pick<ZoneDependencies, 'database'>,
  { batches }: { batches: number },
): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const isDone = await database.transaction(async (sql) => {
      let progress = await lockIdnProgress(sql);
      let ingest = await selectIdnIngest(sql, progress);
      for (let left = maxLabelsPerBatch; left > 0 && ingest !== undefined; ) {
        const after = progress.ingest === ingest.id ? (progress.label ?? '') : '';
        const labels = await selectNewIdnLabels(sql, { ingest, after, limit: left });
        if (labels.length > 0) {
          const added = labels.map((label) => ({ label, skeleton: skeletonOf(toUnicodeName(label)) }));
          await insertIdnLabels(sql, { added });
        }
        progress = { ingest: ingest.id, label: labels.length < left ? null : (labels.at(-1) ?? null) };
        // Also limits the number of imports without international labels.
        left -= Math.max(10, labels.length);
        ingest = await selectIdnIngest(sql, progress);
      }
      await moveIdnProgress(sql, progress);
      return ingest === undefined;
    });
    if (isDone) return;
  }
}

function recordOf({ label, zone, suffix, activeSince }: FoundLookAlike, brand: string): LookAlikeRecord {
  const domain = label + suffix;
  return {
    ...{ domain, zone, unicodeName: toUnicodeName(domain) },
    kind: lookAlikeKind(label, brand),
    activeSince: new Date(activeSince),
  };
}

function cursorOf({ label, zone }: FoundLookAlike): string {
  return encodeCursor({ order, value: 0, ids: [label, zone] });
}

function decodeLookAlikeCursor(cursor: string | null | undefined): { label: string; zone: string } | null {
  if (cursor === null || cursor === undefined) return null;
  const [label = '', zone = ''] = decodeCursor(cursor, { order, ids: 2 }).ids;
  return { label, zone };
}
