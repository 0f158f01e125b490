import { randomUUID } from 'node:crypto';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import type { RowFormat } from '../../../../platform/record-formats/index.js';
import { type AccountAccess, type Quota, readQuota, requireAccess, runCharged } from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  assertSameSearch,
  assertWithinTier,
  currentZones,
  openSearch,
  ownerOf,
  readParameters,
  type Search,
  searchOf,
} from '../../search/index.js';
import { deleteExpiredExports, insertCheckpoint, insertExport, selectCheckpoint, selectExport } from '../repository.js';
import { assertSameFormat, type ExportRequest } from '../rules/request.js';
import { encodeBatches, encoderName, isDivisible } from './encoded-batches.js';
import { recordBatches } from './record-batches.js';

export type ExportDependencies = Pick<ZoneDependencies, 'database' | 'clock' | 'settings'>;

/**
 * The time for which an export can be resumed, in milliseconds. The change log must store changes for this time in
 * addition to the maximum length of the history of any tier.
 */
const lifetimeMs = 12 * 3_600_000;

/** Number of batches between two checkpoints, from which an export can be resumed without reading earlier records. */
const batchesPerCheckpoint = 4;

export interface ZoneExportInput {
  readonly zone: string;
  readonly search?: string | null | undefined;
  readonly start?: string | null | undefined;
  readonly end?: string | null | undefined;
  /** Time whose state is exported, ISO 8601; null or absent: the current state. */
  readonly at?: string | null | undefined;
  readonly format: RowFormat;
  readonly isGzip: boolean;
  /** Id of the export to resume; null for a new one. */
  readonly id: string | null;
  /** Number of bytes that the client already has, which are not written again. */
  readonly offset: number;
}

/** A started or resumed export. */
export interface ZoneExportHead {
  /** Id of the export; pass it to resume the export. */
  readonly id: string;
  /** Time until which the export can be resumed. */
  readonly expiresAt: Date;
  /** Query quota; null for operators, who have none. */
  readonly quota: Quota | null;
}

export interface ZoneExportOutput {
  /**
   * Called once, before the first part: immediately if `offset` is 0, otherwise as soon as the export is known to have
   * at least `offset` bytes. From then on, the caller can resume the export.
   */
  begin(head: ZoneExportHead): void | Promise<void>;
  /** Writes the next part; the export continues when the promise resolves. */
  write(part: Uint8Array): Promise<void>;
}

interface OpenedExport extends ZoneExportHead {
  readonly search: Search;
  readonly isNew: boolean;
}

/**
 * Writes all results of a search as a file. Requires the same access as the search; a new export counts as one query, a
 * resumed one is not counted. An export contains the imports up to its start, and a resumed export has the same bytes.
 * @throws {DomainError} UNAUTHENTICATED; FORBIDDEN with `reason`; BAD_USER_INPUT; NOT_FOUND for an unknown zone;
 *   QUOTA_EXCEEDED; GONE for an export that no longer exists; STORE_UNAVAILABLE
 */
export async function exportZone(
  dependencies: ExportDependencies,
  request: ZoneRequest,
  input: ZoneExportInput & ZoneExportOutput,
): Promise<void> {
  const access = await requireAccess(dependencies, request.caller);
  await exportWithAccess(dependencies, { request, access }, input);
}

/** A request of a caller whose access was verified. */
interface AdmittedRequest {
  readonly request: ZoneRequest;
  readonly access: AccountAccess;
}

/** Like {@link exportZone}, for a caller whose access was verified. */
export async function exportWithAccess(
  dependencies: ExportDependencies,
  admitted: AdmittedRequest,
  input: ZoneExportInput & ZoneExportOutput,
): Promise<void> {
  const { request } = admitted;
  const opened =
    input.id === null
      ? await openExport(dependencies, admitted, input)
      : await resumeExport(dependencies, admitted, { ...input, id: input.id });
  let hasBegun = false;
  async function begin(): Promise<void> {
    if (hasBegun) return;
    hasBegun = true;
    await input.begin(opened);
  }
  // A failure after that is not refunded, because resuming is free.
  if (input.offset === 0) await begin();
  await writeBatches(dependencies, opened, {
    ...{ format: input.format, isGzip: input.isGzip, offset: input.offset, signal: request.signal },
    async write(part) {
      await begin();
      await input.write(part);
    },
  });
  await begin();
}

async function openExport(
  dependencies: ExportDependencies,
  { request, access }: AdmittedRequest,
  input: ZoneExportInput,
): Promise<OpenedExport> {
  const { database, clock } = dependencies;
  if (input.offset > 0) throw invalidOffset('offset requires pit, the id of the export to resume');
  // Computed before the search is opened, so all records of the search are within the tier at the beginning of the
  // export.
  const expiresAt = clock.now() + lifetimeMs;
  const parameters = readParameters(searchInput(input), clock.now());
  const { search, session } = await openSearch(dependencies, { access, parameters, lifetimeMs });
  const id = randomUUID();
  const { format, isGzip } = input;
  return await runCharged(dependencies, { access, signal: request.signal }, async (quota) => {
    await database.guard((sql) =>
      insertExport(sql, {
        ...{ id, owner: ownerOf(request.caller), watermark: session.watermark, encoder: encoderName, expiresAt },
        request: { ...session.request, format, isGzip },
      }),
    );
    return { ...{ id, quota, search, isNew: true }, expiresAt: new Date(expiresAt) };
  });
}

async function resumeExport(
  dependencies: ExportDependencies,
  { request, access }: AdmittedRequest,
  input: ZoneExportInput & { id: string },
): Promise<OpenedExport> {
  const { database, clock } = dependencies;
  const parameters = readParameters(searchInput(input), clock.now());
  const { id } = input;
  const owner = ownerOf(request.caller);
  const found = isUuid(id)
    ? await database.guard((sql) => selectExport(sql, { id, owner, now: clock.now() }))
    : undefined;
  if (found === undefined || found.encoder !== encoderName) {
    throw expiredError();
  }
  assertSameSearch(parameters, found.request, 'offset');
  assertSameFormat(input, found.request);
  assertWithinTier(access, { request: found.request, now: found.expiresAt - lifetimeMs });
  const zones = await currentZones({ database }, found.request.zone);
  return {
    ...{ id, isNew: false, expiresAt: new Date(found.expiresAt), quota: await readQuota(dependencies, access) },
    search: searchOf(found, zones),
  };
}

function searchInput({ zone, search, start, end, at }: ZoneExportInput) {
  return { zone, search, start, end, at };
}

async function writeBatches(
  { database, clock }: ExportDependencies,
  { id, search, isNew, expiresAt }: OpenedExport,
  options: Pick<ExportRequest, 'format' | 'isGzip'> & {
    readonly offset: number;
    readonly signal: AbortSignal;
    write(part: Uint8Array): Promise<void>;
  },
): Promise<void> {
  const { offset, signal, write } = options;
  const checkpoint = isNew ? undefined : await database.guard((sql) => selectCheckpoint(sql, { exportId: id, offset }));
  let bytes = checkpoint?.bytes ?? 0;
  let batches = 0;
  const records = recordBatches({ database }, { search, signal, after: checkpoint?.after ?? null });
  for await (const batch of encodeBatches(records, { ...options, isContinued: checkpoint !== undefined })) {
    if (clock.now() >= expiresAt.getTime()) throw expiredError();
    const isKnown = bytes + batch.bytes.length <= offset;
    if (!isKnown && batch.bytes.length > 0) await write(batch.bytes.subarray(Math.max(0, offset - bytes)));
    bytes += batch.bytes.length;
    batches += 1;
    const { after } = batch;
    if (after === null || !isDivisible(options) || batches % batchesPerCheckpoint !== 0) continue;
    await database.guard((sql) => insertCheckpoint(sql, { exportId: id, bytes, after }));
  }
  if (offset > bytes) throw invalidOffset(`offset ${offset} is beyond the end of the export, which has ${bytes} bytes`);
}

function expiredError(): DomainError {
  return new DomainError('GONE', 'The export no longer exists; start a new one');
}

function invalidOffset(message: string): DomainError {
  return invalidArgument('offset', message);
}

/** Deletes exports that can no longer be resumed. */
export async function sweepExports({ database, clock }: ExportDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredExports(sql, { now: clock.now() }));
}
