import { membersOf } from '../../../../platform/is-object.js';
import { parseJson } from '../../../../platform/parse-json.js';
import { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import { type Extraction, ReaderLostError } from './extraction.js';
import type { ReaderLimits } from './watchdog.js';

const maxDetailCharacters = 1000;

/**
 * Parses a response of the reader process. The response is untrusted, because a document may have taken over the
 * process.
 * @throws {ReaderLostError} if the response is malformed or too large
 */
export function readResult(line: string, { maxCharacters }: Pick<ReaderLimits, 'maxCharacters'>): Extraction {
  const result = membersOf(parseJson(line));
  const format = memberOf(DocumentFormat, result.format);
  if (result.outcome === 'extracted' && format !== undefined) {
    const { text, isCut } = result;
    if (isText(text, maxCharacters)) return { outcome: 'extracted', format, text, isCut: isCut === true };
  }
  const reason = memberOf(UnreadableReason, result.reason);
  if (result.outcome === 'unreadable' && reason !== undefined) {
    const detail = isText(result.detail, maxDetailCharacters) ? result.detail : null;
    return { outcome: 'unreadable', reason, format: format ?? null, detail };
  }
  throw new ReaderLostError('the process that reads documents sent an unexpected response');
}

function memberOf<Value extends string>(values: Readonly<Record<string, Value>>, value: unknown): Value | undefined {
  return Object.values(values).find((candidate) => candidate === value);
}

/**
 * Whether a value is a storable string of valid length. Normalization to NFC may triple the number of UTF-16 code
 * units, so up to three times `maxCharacters` are valid (Unicode Standard Annex 15, section 3).
 */
function isText(value: unknown, maxCharacters: number): value is string {
  return (
    typeof value === 'string' && value.length <= 3 * maxCharacters && value.isWellFormed() && !value.includes('\0')
  );
}
