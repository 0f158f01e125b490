import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { assertMaxItems, isStorableText, maxItems } from '../../../../platform/input-limits.js';
import { requireAccess, runCharged } from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeZoneName, toUnicodeName } from '../../names.js';
import { continueListSession, openListSession } from '../../search/index.js';
import {
  type FoundLookAlike,
  insertIdnLabels,
  lockIdnProgress,
  selectIdnIngest,
  selectIdnLabels,
  selectLookAlikes,
  selectNewIdnLabels,
  updateIdnProgress,
} from '../repository/look-alikes.js';
import { type LookAlikeKind, lookAlikeCandidates, lookAlikeKind, normalizeBrand } from '../rules/look-alikes.js';
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
 * Active names that look like a brand, ordered by label and zone. If the caller is an account, the first page counts as
 * one query toward its quota, and the session of this page permits further pages.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, QUOTA_EXCEEDED; GONE for an expired session
 */
export async function lookAlikes(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  input: LookAlikeInput,
): Promise<ConnectionRecord<LookAlikeRecord>> {
  const access = await requireAccess(dependencies, caller);
  const size = pageSize(input.first);
  assertMaxItems('zones', input.zones, maxItems.filterValues);
  const brand = normalizeBrand(input.brand);
  const query = { brand, since: input.since?.getTime() ?? null, zones: zonesOf(input) };
  const after = decodeLookAlikeCursor(input.after);
  const isMetered = access.accountId !== null;
  const list = { name: order, args: query };
  // Otherwise, an account could forge cursors, and request any list without using its quota.
  if (after !== null && isMetered) await continueListSession(dependencies, { caller, pit: after.pit, list });
  const readPage = async () => {
    const [found, pit] = await Promise.all([
      findLookAlikes(dependencies, signal, { ...query, after, limit: size + 1 }),
      after?.pit ?? (isMetered ? openListSession(dependencies, { caller, list, watermark: 0, prepared: null }) : ''),
    ]);
    const edges = found.map((each) => ({ cursor: cursorOf(each, pit), node: recordOf(each, brand) }));
    return connectionOf({ edges, size, isContinued: after !== null });
  };
  return await (after === null ? runCharged(dependencies, { access, signal }, readPage) : readPage());
}

/** The arguments that all pages of a list share. `since` is in Unix epoch milliseconds; null values do not filter. */
interface LookAlikeQuery {
  readonly brand: string;
  readonly since: number | null;
  readonly zones: readonly string[] | null;
}

function zonesOf({ zones }: LookAlikeInput): string[] | null {
  return zones?.filter(isStorableText).map((zone) => normalizeZoneName(zone) ?? zone) ?? null;
}

async function findLookAlikes(
  dependencies: ZoneDependencies,
  signal: AbortSignal,
  query: LookAlikeQuery & { after: { label: string; zone: string } | null; limit: number },
): Promise<FoundLookAlike[]> {
  // Usually, the job has already added all labels.
  await followIdnLabels(dependencies, { batches: 1 });
  const { labels, skeletons } = lookAlikeCandidates(query.brand);
  return await dependencies.database.read({ signal }, async (sql) => {
    const international = await selectIdnLabels(sql, skeletons);
    const candidateLabels = new Set([...labels, ...international]);
    candidateLabels.delete(query.brand);
    return await selectLookAlikes(sql, {
      labels: [...candidateLabels],
      ...{ zones: query.zones, since: query.since, after: query.after, limit: query.limit },
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
      for (let remainingLabels = maxLabelsPerBatch; remainingLabels > 0 && ingest !== undefined; ) {
        const after = progress.ingest === ingest.id ? (progress.label ?? '') : '';
        const labels = await selectNewIdnLabels(sql, { ingest, after, limit: remainingLabels });
        if (labels.length > 0) {
          const added = labels.map((label) => ({ label, skeleton: skeletonOf(toUnicodeName(label)) }));
          await insertIdnLabels(sql, { added });
        }
        progress = { ingest: ingest.id, label: labels.length < remainingLabels ? null : (labels.at(-1) ?? null) };
        // Each import counts as at least 10 labels, which limits the number of imports without IDN labels too.
        remainingLabels -= Math.max(10, labels.length);
        ingest = await selectIdnIngest(sql, progress);
      }
      await updateIdnProgress(sql, progress);
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

function cursorOf({ label, zone }: FoundLookAlike, pit: string): string {
  return encodeCursor({ order, value: 0, ids: [label, zone, pit] });
}

/** Position after a look-alike, and the session of the list; empty for operators, whose queries are not counted. */
interface LookAlikePosition {
  readonly label: string;
  readonly zone: string;
  readonly pit: string;
}

function decodeLookAlikeCursor(cursor: string | null | undefined): LookAlikePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const [label = '', zone = '', pit = ''] = decodeCursor(cursor, { order, ids: 3 }).ids;
  return { label, zone, pit };
}
