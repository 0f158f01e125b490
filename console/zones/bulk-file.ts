import type { BulkRdapResultsQuery } from '../generated/operations.js';

export type Result = NonNullable<BulkRdapResultsQuery['bulkRdapLookup']>['results']['nodes'][number];

export type ResultFormat = 'csv' | 'ndjson';

/** The columns of the file, the same as in the export by the command line. Times are Unix epoch seconds. */
const columns: Readonly<Record<string, (result: Result) => unknown>> = {
  domain: ({ domain }) => domain,
  status: ({ status }) => status.toLowerCase(),
  reason: ({ reason }) => reason,
  message: ({ message }) => message,
  fetched_at: ({ fetchedAt }) => secondsOf(fetchedAt),
  registrar: ({ dossier }) => dossier?.registrar.name,
  registrar_iana_id: ({ dossier }) => dossier?.registrar.ianaId,
  registered_at: ({ dossier }) => secondsOf(dossier?.lifecycle.registered),
  expires_at: ({ dossier }) => secondsOf(dossier?.lifecycle.expires),
  last_changed_at: ({ dossier }) => secondsOf(dossier?.lifecycle.lastChanged),
  statuses: ({ dossier }) => dossier?.statuses,
  nameservers: ({ dossier }) => dossier?.nameservers,
  dnssec: ({ dossier }) => dossier?.dnssec,
  abuse_emails: ({ dossier }) => dossier?.abuseContacts.flatMap(({ email }) => email ?? []),
};
const columnNames = Object.keys(columns);

function secondsOf(time: string | null | undefined): number | null {
  return time ? Date.parse(time) / 1000 : null;
}

/** The results as newline-delimited JSON, or as CSV (RFC 4180) with a header. */
export function resultFile(format: ResultFormat, results: readonly Result[]): Blob {
  const rows = results.map((result) => Object.values(columns).map((of) => of(result) ?? null));
  if (format === 'csv') {
    const lines = rows.map((row) => row.map(csvField).join(','));
    return new Blob([[columnNames.join(','), ...lines, ''].join('\r\n')], { type: 'text/csv' });
  }
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columnNames.map((name, index) => [name, row[index]]))),
  );
  return new Blob([[...lines, ''].join('\n')], { type: 'application/x-ndjson' });
}

/**
 * Formats a value as a CSV field. An apostrophe before characters such as `=` and `+` prevents spreadsheets from
 * evaluating it as a formula.
 */
function csvField(value: unknown): string {
  if (value === null) {
    return '';
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
