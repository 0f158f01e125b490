import type { AlertRequest } from '../../dependencies.js';
import type { AlertFields, AlertRecord, AlertRow } from '../repository/alerts.js';
import { forEachPage } from './list-alerts.js';
import type { AlertFilterInput } from './scoped-filter.js';

export const recordFormats = ['csv', 'ndjson'] as const;
export type RecordFormat = (typeof recordFormats)[number];

/** The fields of an exported alert, in the order of the columns: the names of REST (specification, section 2). */
const columns = {
  alert_id: 'id',
  tenant_id: 'tenantId',
  endpoint_id: 'endpointId',
  severity: 'severity',
  status: 'status',
  platform: 'platform',
  attack_prob: 'attackProb',
  confidence: 'confidence',
  prediction: 'prediction',
  ttp_techniques: 'ttpTechniques',
  ttp_explanation: 'ttpExplanation',
  inference_ids: 'inferenceIds',
  related_endpoints: 'relatedEndpoints',
  first_seen: 'firstSeenEpoch',
  last_seen: 'lastSeenEpoch',
  created_at: 'createdAtEpoch',
  updated_at: 'updatedAtEpoch',
  analyst_notes: 'notes',
  resolved_by: 'actor',
  model_name: 'modelName',
  num_nodes: 'numNodes',
  num_edges: 'numEdges',
} as const satisfies Record<string, keyof AlertRow>;

const entries = Object.entries(columns);
const names: readonly (keyof AlertRow)[] = Object.values(columns);
const fields: AlertFields = { names, key: names.join(' ') };

interface RecordsOptions {
  readonly filter: AlertFilterInput;
  readonly format: RecordFormat;
  /** Takes the next part of the text. The export waits for it. */
  write(text: string): Promise<void>;
  /** Called after each page with the number of alerts so far. */
  onProgress?(alerts: number): void;
}

/**
 * Writes all alerts of a filter, newest first, from one snapshot of the database: as newline-delimited JSON, or as CSV
 * (RFC 4180) with a header. If the signal of the request aborts, no further page is read.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function exportRecords(
  request: AlertRequest,
  { filter, format, write, onProgress }: RecordsOptions,
): Promise<void> {
  const lineOf = format === 'csv' ? csvLine : jsonLine;
  const header = format === 'csv' ? `${Object.keys(columns).join(',')}\r\n` : '';
  let count = 0;
  await forEachPage(request, { filter, fields }, async (alerts) => {
    const lines = alerts.map((alert) => lineOf(alert as AlertRow)).join(''); // All fields were requested.
    await write(count === 0 ? header + lines : lines);
    count += alerts.length;
    onProgress?.(count);
  });
  if (count === 0 && header !== '') await write(header);
}

function jsonLine(alert: AlertRecord): string {
  return `${JSON.stringify(Object.fromEntries(entries.map(([name, field]) => [name, alert[field]])))}\n`;
}

function csvLine(alert: AlertRecord): string {
  return `${entries.map(([, field]) => csvField(alert[field])).join(',')}\r\n`;
}

/** Lists are JSON; null is the empty field. */
function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = withoutFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets execute fields that begin with one of these characters, also in full width. An apostrophe makes them
 * text (OWASP, "CSV Injection").
 */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
