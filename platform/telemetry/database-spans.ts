import { LRUCache } from 'lru-cache';
import type { Attributes } from './span.js';

interface DescribedStatement {
  readonly name: string;
  readonly attributes: Attributes;
}

const operations = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'LOCK', 'SET', 'TRUNCATE', 'COPY']);
const commentPattern = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const literal = /'(?:[^']|'')*'/g;
const parenthesisOrWord = /[()]|\b[a-z]+\b/gi;
const name = String.raw`((?:"[^"]+"|[a-z_][\w$]*)(?:\.(?:"[^"]+"|[a-z_][\w$]*))?)`;
/**
 * Matches the first table: the name after INTO, UPDATE, TABLE, FROM or JOIN. After FROM or JOIN, a name followed by a
 * parenthesis is a function.
 */
const firstTable = new RegExp(
  String.raw`\b(?:into|update|table)\s+(?:only\s+)?${name}|\b(?:from|join)\s+(?:only\s+)?${name}(?![\w$."]|\s*\()`,
  'i',
);
const maxSummaryCharacters = 255;

/** Caches descriptions by the text of the statement. Values are parameters, so few texts cause most of the load. */
const descriptions = new LRUCache<string, DescribedStatement>({ max: 500 });

/**
 * Describes a statement for its span: a summary such as `SELECT alerts.alert`, and the text, which has `$1`, `$2` …
 * instead of values.
 */
export function describeStatement(text: string): DescribedStatement {
  const cached = descriptions.get(text);
  if (cached !== undefined) return cached;
  const description = describe(text);
  descriptions.set(text, description);
  return description;
}

function describe(text: string): DescribedStatement {
  const plain = text.replace(commentPattern, ' ').replace(literal, "''");
  const at = operationAt(plain);
  const operation = at === undefined ? undefined : /\w+/.exec(plain.slice(at))?.[0].toUpperCase();
  const table = firstTable.exec(plain.slice(at ?? 0));
  const tableName = (table?.[1] ?? table?.[2])?.replaceAll('"', '');
  const parts = [operation ?? 'SQL', tableName].filter((part) => part !== undefined);
  const summary = parts.join(' ').slice(0, maxSummaryCharacters);
  return {
    name: summary,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': tableName,
      'db.query.summary': summary,
      'db.query.text': text,
    },
  };
}

/** Position of the main operation, after the parenthesized queries of a WITH; undefined if it is unknown. */
function operationAt(plain: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of plain.matchAll(parenthesisOrWord)) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (depth === 0 && operations.has(token.toUpperCase())) return index;
  }
  return undefined;
}

/** The SQLSTATE of a PostgreSQL error; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE' ? code : undefined;
}
