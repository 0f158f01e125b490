import type { ColumnValue, RecordColumn, RecordEncoder } from './record-column.js';

/**
 * Encodes records as CSV (RFC 4180) with a header. Lists are encoded as JSON; null and the empty string are empty
 * fields.
 */
export function csvEncoder<Row>(columns: readonly RecordColumn<Row>[]): RecordEncoder<Row> {
  let header = `${columns.map(({ name }) => name).join(',')}\r\n`;
  function takeHeader(): string {
    const text = header;
    header = '';
    return text;
  }
  return {
    add(rows) {
      const lines = rows.map((row) => `${columns.map((column) => csvField(column.of(row))).join(',')}\r\n`);
      return takeHeader() + lines.join('');
    },
    end: takeHeader,
  };
}

function csvField(value: ColumnValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prefixes a possible formula with an apostrophe, because spreadsheets execute fields that begin with certain
 * characters, including their full-width forms (OWASP, "CSV Injection").
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
