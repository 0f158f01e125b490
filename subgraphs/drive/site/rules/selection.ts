import { invalidArgument } from '../../../../platform/domain-error.js';
import { assertMaxCharacters, maxCharacters } from '../../../../platform/input-limits.js';

/** Properties and relationships of a driveItem in Microsoft Graph v1.0, of which the mirror supports a subset. */
const properties = new Set(
  [
    'activities analytics audio bundle cTag children content createdBy createdByUser createdDateTime deleted description',
    'eTag file fileSystemInfo folder id image lastModifiedBy lastModifiedByUser lastModifiedDateTime listItem location',
    'malware media name package parentReference pendingOperations permissions photo publication remoteItem',
    'retentionLabel root searchResult shared sharepointIds size source specialFolder subscriptions thumbnails versions',
    'video viewpoint webDavUrl webUrl workbook *',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Validates `$select`, a comma-separated list of driveItem properties. Annotations, such as
 * `@microsoft.graph.downloadUrl`, are allowed.
 * @throws {DomainError} BAD_USER_INPUT for an unknown property, which the message names
 */
export function assertSelection(select: string | null | undefined): void {
  if (!select) return;
  assertMaxCharacters('$select', select, maxCharacters.selection);
  for (const item of select.split(',')) {
    const name = item.trim();
    if (name.includes('@') || properties.has(name.split('/', 1)[0] ?? '')) continue;
    throw invalidArgument('$select', `$select: a driveItem has no property named '${name}'`);
  }
}
