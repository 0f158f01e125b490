const needsEscape = /["\\]/;
const escaped = /["\\]/g;

/**
 * An array as PostgreSQL reads it (manual, "Array Input and Output Syntax"), for long ones and for arrays of arrays, which
 * unnest does not take. The driver looks at each text twice and at each number as if it were text.
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) literal += ',';
    const value = values[index];
    if (value === null || value === undefined) literal += 'NULL';
    else literal += needsEscape.test(value) ? `"${value.replaceAll(escaped, '\\$&')}"` : `"${value}"`;
  }
  return `${literal}}`;
}

/** The same of numbers. */
export function numbersLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}

/** An element in quotes, whose text is in the first group, or one without. */
const element = /"((?:[^"\\]|\\.)*)"|[^,{}]+/gs;

/**
 * The texts of an array as PostgreSQL writes it, of one dimension. Most have no quotes and are cut at their commas; the driver
 * looks at each character, and takes NULL for a text.
 */
export function readTexts(literal: string): (string | null)[] {
  if (literal.includes('"')) return readQuoted(literal);
  const texts: (string | null)[] = [];
  const end = literal.length - 1;
  for (let from = 1; from < end; ) {
    const comma = literal.indexOf(',', from);
    const until = comma === -1 ? end : comma;
    texts.push(textOrNull(literal.slice(from, until)));
    from = until + 1;
  }
  return texts;
}

function readQuoted(literal: string): (string | null)[] {
  return Array.from(literal.slice(1, -1).matchAll(element), ([written, quoted]) =>
    quoted === undefined ? textOrNull(written) : quoted.replaceAll(/\\(.)/gs, '$1'),
  );
}

function textOrNull(written: string): string | null {
  return written === 'NULL' ? null : written;
}
