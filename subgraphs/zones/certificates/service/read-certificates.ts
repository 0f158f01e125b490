import { dateOfMilliseconds } from '../../../../platform/clock.js';
import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { accessOf, authorize } from '../../../../platform/permissions/index.js';
import { readBrand } from '../../brands/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  selectCertificatesOfBrand,
  selectCertificatesOfDomain,
  selectCertificatesOfHits,
  selectLogs,
} from '../repository.js';

/** Maximum number of certificate names shown for a hit. */
const maxCertificates = 20;

/**
 * The most recently logged certificate names of each hit, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function certificatesOfHits(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<CertificateRecord[][]> {
  authorize(request.caller, 'brands.read');
  const found = await database.read(request, (sql) => selectCertificatesOfHits(sql, { ids, limit: maxCertificates }));
  const byHit = Map.groupBy(found, ({ hitId }) => hitId);
  return ids.map((id) => (byHit.get(id) ?? []).map(recordOf));
}

/** A certificate of a domain, for one brand. */
export interface DomainCertificate {
  /** Identifies the pair of a certificate and a brand. */
  readonly id: string;
  /** Name of the brand that a name of the certificate imitates. */
  readonly brand: string;
  readonly certificate: CertificateRecord;
}

/**
 * The newest certificates of a domain up to a time, for each brand that the caller may read; none for callers without
 * `brands.read`.
 */
export async function certificatesOfDomain(
  { database }: Pick<ZoneDependencies, 'database'>,
  request: ZoneRequest,
  { name, maxLoggedAt, limit }: { name: string; maxLoggedAt: number; limit: number },
): Promise<DomainCertificate[]> {
  const access = accessOf(request.caller, 'brands.read');
  const dot = name.indexOf('.');
  if (access === undefined || dot === -1) return [];
  const query = { label: name.slice(0, dot), zone: name.slice(dot + 1), maxLoggedAt, limit, tenants: access.tenants };
  const found = await database.read(request, (sql) => selectCertificatesOfDomain(sql, query));
  return found.map((row) => {
    return { id: `${row.certificateId} ${row.brandId}`, brand: row.brandName, certificate: recordOf(row) };
  });
}

const order = 'brandCertificates';

/**
 * Lists certificate names that imitate a brand, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT; NOT_FOUND
 */
export async function listCertificates(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: PageInput & { brandId: string },
): Promise<ConnectionRecord<CertificateRecord>> {
  const { id: brandId } = await readBrand(dependencies, request, { id: input.brandId });
  const size = pageSize(input.first);
  const after = positionOf(input.after);
  const found = await dependencies.database.read(request, (sql) =>
    selectCertificatesOfBrand(sql, { brandId, ...after, limit: size + 1 }),
  );
  const edges = found.map((row) => {
    const cursor = encodeCursor({ order, value: row.loggedAt, ids: [row.certificateId, row.name] });
    return { node: recordOf(row), cursor };
  });
  return connectionOf({ edges, size, isContinued: after.afterId !== null });
}

function positionOf(cursor: string | null | undefined) {
  if (cursor === null || cursor === undefined) return { before: null, afterId: null, afterName: null };
  const { value, ids } = decodeCursor(cursor, { order, ids: 2 });
  const [afterId = '', afterName = ''] = ids;
  if (!isUuid(afterId) || !Number.isSafeInteger(value) || afterName.includes('\0')) throw invalidCursor();
  return { before: value, afterId, afterName };
}

/** A certificate name that imitates a brand, and its certificate. */
export type CertificateRecord = ReturnType<typeof recordOf>;

function recordOf(row: Awaited<ReturnType<typeof selectCertificatesOfBrand>>[number]) {
  const { label, zone, notBefore, notAfter, loggedAt } = row;
  return {
    ...row,
    registeredDomain: `${label}.${zone}`,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    loggedAt: new Date(loggedAt),
  };
}

/**
 * Lists the configured logs with their states.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function listLogs({ database, settings }: ZoneDependencies, { caller, signal }: ZoneRequest) {
  authorize(caller, 'zones.imports');
  const logs = settings.certificateLogs;
  if (logs.length === 0) return [];
  const rows = await database.read({ signal }, (sql) => selectLogs(sql, { urls: logs.map(({ url }) => url) }));
  return logs.map(({ url, kind }) => {
    const row = rows.find((candidate) => candidate.url === url);
    const { treeSize = null, position = null, treeAt = null, lastAttemptAt = null } = row ?? {};
    return {
      ...{ url, kind, treeSize, failures: row?.failures ?? 0, error: row?.error ?? null },
      treeAt: dateOfMilliseconds(treeAt),
      lag: treeSize === null || position === null ? null : treeSize - position,
      lastAttemptAt: dateOfMilliseconds(lastAttemptAt),
      nextAttemptAt: dateOfMilliseconds(row?.nextAttemptAt ?? null),
    };
  });
}

/** A configured log with its state. */
export type LogRecord = Awaited<ReturnType<typeof listLogs>>[number];
