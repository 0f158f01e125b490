/** COPY's text format (PostgreSQL manual, "COPY", "Text Format") for one row. */
export function copyRow(values: readonly (string | number | null)[]): string {
  let row = '';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) row += '\t';
    const value = values[index];
    row += typeof value === 'string' ? escaped(value) : (value ?? '\\N');
  }
  return `${row}\n`;
}

/** A text array as PostgreSQL reads it (manual, "Array Input and Output Syntax"). */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(value: string): string {
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : value;
}
