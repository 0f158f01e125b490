import { isUuid } from '../../../../platform/input-limits.js';
import { type RecordColumn, type RowFormat, rowEncoder } from '../../../../platform/record-formats/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { type ResultRow, selectBulkLookup, selectResults } from '../repository/bulk-lookups.js';
import type { RdapDossier } from '../rules/dossier.js';
import type { RdapResultStatus } from '../vocabulary.js';
import { bulkLookupNotFound } from './bulk-lookups.js';
import type { RdapDependencies } from './lookup.js';
import { scopeOf } from './owners.js';
import { dossierOfResult } from './read-bulk-lookups.js';

interface ExportedResult {
  readonly row: ResultRow;
  readonly dossier: RdapDossier | null;
}

/** A date in Unix epoch seconds. */
function timeOf(date: Date | null | undefined): number | null {
  return date ? date.getTime() / 1000 : null;
}

const columns: readonly RecordColumn<ExportedResult>[] = [
  { name: 'domain', type: 'string', of: ({ row }) => row.domain },
  { name: 'status', type: 'string', of: ({ row }) => row.status },
  { name: 'reason', type: 'string', of: ({ row }) => row.reason },
  { name: 'message', type: 'string', of: ({ row }) => row.message },
  { name: 'fetched_at', type: 'time', of: ({ row }) => row.fetchedAt && row.fetchedAt / 1000 },
  { name: 'registrar', type: 'string', of: ({ dossier }) => dossier?.registrar.name ?? null },
  { name: 'registrar_iana_id', type: 'string', of: ({ dossier }) => dossier?.registrar.ianaId ?? null },
  { name: 'registered_at', type: 'time', of: ({ dossier }) => timeOf(dossier?.lifecycle.registered) },
  { name: 'expires_at', type: 'time', of: ({ dossier }) => timeOf(dossier?.lifecycle.expires) },
  { name: 'last_changed_at', type: 'time', of: ({ dossier }) => timeOf(dossier?.lifecycle.lastChanged) },
  { name: 'statuses', type: 'strings', of: ({ dossier }) => dossier?.statuses ?? null },
  { name: 'nameservers', type: 'strings', of: ({ dossier }) => dossier?.nameservers ?? null },
  { name: 'dnssec', type: 'boolean', of: ({ dossier }) => dossier?.dnssec ?? null },
  {
    name: 'abuse_emails',
    type: 'strings',
    of: ({ dossier }) => dossier?.abuseContacts.flatMap(({ email }) => email ?? []) ?? null,
  },
];

/** Maximum number of results that are read at once: a result has up to two responses of 1 MiB each. */
const rowsPerRead = 20;
/** Number of results, and total characters of their responses, after which a part is written. */
const [rowsPerPart, charactersPerPart] = [500, 16 << 20];

/**
 * Writes the results of a bulk lookup in the order of its list, part by part.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND
 */
export async function exportBulkResults(
  dependencies: RdapDependencies,
  request: ZoneRequest,
  options: {
    readonly id: string;
    readonly format: RowFormat;
    readonly statuses?: readonly RdapResultStatus[] | undefined;
    write(part: string | Uint8Array): Promise<void>;
    onProgress?(results: number): void;
  },
): Promise<void> {
  const { id, format, statuses = null, write, onProgress } = options;
  const scope = await scopeOf(dependencies, request, 'rdap.read');
  const { database } = dependencies;
  if (!isUuid(id) || (await database.guard((sql) => selectBulkLookup(sql, { ...scope, id }))) === undefined) {
    throw bulkLookupNotFound(id);
  }
  const encoder = rowEncoder(format, columns);
  let part: ExportedResult[] = [];
  let characters = 0;
  let after = 0;
  let count = 0;
  for (let isLast = false; !isLast; ) {
    request.signal.throwIfAborted();
    const query = { lookupIds: [id], statuses: statuses && [...statuses], after, limit: rowsPerRead };
    const rows = await database.guard((sql) => selectResults(sql, query));
    isLast = rows.length < rowsPerRead;
    part.push(...rows.map(exportedResult));
    characters += rows.reduce((total, { body, referred }) => total + (body?.length ?? 0) + (referred?.length ?? 0), 0);
    count += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (!isLast && part.length < rowsPerPart && characters < charactersPerPart) continue;
    await write(encoder.add(part));
    onProgress?.(count);
    part = [];
    characters = 0;
  }
  await write(encoder.end());
}

/** A result without its responses, which are large and in no column. */
function exportedResult(row: ResultRow): ExportedResult {
  const dossier = dossierOfResult(row);
  return { row: { ...row, body: null, referred: null }, dossier: dossier && { ...dossier, raw: null } };
}
