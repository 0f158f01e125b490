import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../platform/project-root.js';
import { validate } from '../../rest/support/open-api-validator.js';
import type { RawResponse } from './raw-connection.js';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

export interface OperationDescription {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly pattern: RegExp;
}

const openApi = JSON.parse(readFileSync(join(projectRoot, 'schema', 'openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
};

export const operations: readonly OperationDescription[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    // A stream of events does not end.
    operation.responses === undefined || path === '/events'
      ? []
      : [{ method: method.toUpperCase(), path, operation, pattern: patternOf(path) }],
  ),
);

function patternOf(path: string): RegExp {
  const parts = path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.+*?^$()]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
}

const plainHeaders = [
  'host',
  'connection',
  'content-type',
  'content-length',
  'authorization',
  'accept',
  'x-forwarded-for',
];

/** The documented operation of a request; undefined if the request differs from what clients send. */
export function operationOf(bytes: Buffer): OperationDescription | undefined {
  const request = bytes.toString('latin1');
  const end = request.indexOf('\r\n\r\n');
  const [first = '', ...lines] = request.slice(0, Math.max(0, end)).split('\r\n');
  const [, method, path] = /^([A-Z]+) (\/[\w.:/~,@-]*)(?:\?[\w.:/~,@&=%*+-]*)? HTTP\/1\.1$/.exec(first) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const headers = lines.map((line) => /^([\w-]+): ([ -~]*)$/.exec(line));
  const names = headers.map((match) => match?.[1]?.toLowerCase() ?? '');
  if (!names.every((name) => plainHeaders.includes(name)) || new Set(names).size !== names.length) return undefined;
  if (!headers.some((match) => match?.[0].toLowerCase() === 'host: localhost')) return undefined;
  const length = headers.find((match) => match?.[1]?.toLowerCase() === 'content-length')?.[2];
  if (!/^\d{1,7}$/.test(length ?? '0') || Number(length ?? 0) !== request.length - end - 4) return undefined;
  return operations.find((operation) => operation.method === method && operation.pattern.test(path));
}

/** Asserts that the response is documented for the operation and matches its schema. */
export function assertDescribed(
  { method, path, operation }: OperationDescription,
  { status, headers, body }: RawResponse,
): void {
  const described = operation.responses[status];
  assert.ok(
    described !== undefined,
    `${method} ${path} returns ${status}, which is not documented: ${body.toString().slice(0, 300)}`,
  );
  const schema = described.content?.['application/json']?.schema;
  if (schema === undefined || !headers.get('content-type')?.startsWith('application/json')) return;
  const problems = validate({ openApi, schema, value: JSON.parse(body.toString('utf8')) });
  assert.deepEqual(
    problems,
    [],
    `${method} ${path} returns ${status} in another form: ${body.toString().slice(0, 300)}`,
  );
}
