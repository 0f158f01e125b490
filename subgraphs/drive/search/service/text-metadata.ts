import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveDependencies, DriveRequest } from '../../dependencies.js';
import { countUnprocessed, selectExcerpts, selectTextMetadata } from '../repository/search.js';
import { isTextExtractionEnabled, mayStoreText } from '../rules/text-storage.js';

export type TextMetadata = Awaited<ReturnType<typeof selectTextMetadata>>[number];

type Dependencies = Pick<DriveDependencies, 'database' | 'settings'>;

/**
 * Metadata of the extracted texts of these contents, in this order; null for content whose extraction has not begun,
 * and for all contents if texts may not be stored.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function textMetadataOf(
  { database, settings }: Dependencies,
  request: DriveRequest,
  sha256s: readonly string[],
): Promise<(TextMetadata | null)[]> {
  authorize(request.caller, 'drive.read');
  if (!mayStoreText(settings)) return sha256s.map(() => null);
  const rows = await database.read({ signal: request.signal, rows: sha256s.length }, (sql) =>
    selectTextMetadata(sql, { sha256s: [...sha256s] }),
  );
  const bySha256 = new Map(rows.map((row) => [row.sha256, row]));
  return sha256s.map((sha256) => bySha256.get(sha256) ?? null);
}

/**
 * The first characters of the extracted texts of these contents, in this order; null for content without a stored text.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function excerptsOf(
  { database, settings }: Dependencies,
  request: DriveRequest,
  { sha256s, characters }: { sha256s: readonly string[]; characters: number },
): Promise<(string | null)[]> {
  authorize(request.caller, 'drive.read');
  if (!mayStoreText(settings)) return sha256s.map(() => null);
  const rows = await database.read(request, (sql) => selectExcerpts(sql, { sha256s: [...sha256s], characters }));
  const bySha256 = new Map(rows.map(({ sha256, excerpt }) => [sha256, excerpt]));
  return sha256s.map((sha256) => bySha256.get(sha256) ?? null);
}

/**
 * The number of stored contents that the text extraction has not processed yet; 0 if extraction is disabled.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countPendingExtractions(
  { database, settings }: Dependencies,
  request: DriveRequest,
): Promise<number> {
  authorize(request.caller, 'drive.read');
  if (!isTextExtractionEnabled(settings)) return 0;
  return (await database.read(request, (sql) => countUnprocessed(sql, {}))).count;
}
