import { gzipSync } from 'node:zlib';
import type { Random } from '../engine/random.js';
import { type OperationDescription, operations } from './described-responses.js';

const values = [
  '',
  '0',
  '1',
  '-1',
  '10',
  '1000',
  '1001',
  '99999999999999999999',
  'open',
  'resolved',
  'a',
  '*',
  '%00',
  '%',
  '%2F',
]
  .concat([
    'com',
    'com.zone',
    '*.zone',
    'net.zone',
    'example.com',
    'xn--bcher-kva.net',
    'northwind',
    '2026-11-20T00:00:00Z',
  ])
  .concat([
    '2026-11-21',
    '@alert@',
    '@guid@',
    '@hostname@',
    'contoso',
    '%F0%9F%98%80',
    '..',
    '%2e%2e',
    'true',
    'null',
    'x'.repeat(300),
  ])
  .concat([
    'WyJub3J0aHdpbmQuY29tIiwiY29tIiwibnMxLmV4YW1wbGUubmV0LiJd',
    '6216c2a8-cad7-45b1-a050-ea7680327d62',
    'fuzzing',
    'default',
  ]);

const tokens = [
  'Bearer @admin@',
  'Bearer @analyst@',
  'Bearer @key@',
  'Bearer x',
  'Basic YTpi',
  'bearer',
  'Bearer ',
  '@admin@',
];

const otherPaths = [
  '/',
  '/graphql',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/events',
  '/schema.graphql',
]
  .concat([
    '/supergraph.graphql',
    '/api/alerts/inferences',
    '/drive/content/x',
    '/console',
    '/assets/',
    '/../../etc/passwd',
    '/api',
    '*',
  ])
  .concat(['http://other/alerts', '//alerts', '/alerts/', '/alerts?', '/alerts/%2e%2e/health', '/events?types=alerts']);

/** Generates a request to a documented path, usually in the form that clients send. */
export function generateRequest(random: Random): Buffer {
  const described = random.pick(operations);
  const isOther = random.chance(0.1);
  const method =
    isOther || random.chance(0.05) ? random.pick(['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'TRACE']) : described.method;
  const target = isOther ? random.pick(otherPaths) : pathOf(described, random) + queryOf(described, random);
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(described, random);
  const head = headersOf({ described, body, random });
  const first = request(`${method} ${target} HTTP/1.1`, head, body ?? Buffer.alloc(0), random);
  return random.chance(0.05) ? Buffer.concat([first, generateRequest(random)]) : first;
}

function request(line: string, headers: readonly string[], body: Buffer, random: Random): Buffer {
  if (body.length > 0 && random.chance(0.1)) {
    const chunks = [body.subarray(0, body.length >> 1), body.subarray(body.length >> 1)].filter(
      ({ length }) => length > 0,
    );
    const framed = chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
    const head = [line, ...headers, 'Transfer-Encoding: chunked', '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(head, 'latin1'), ...framed, Buffer.from('0\r\n\r\n')]);
  }
  const length = body.length > 0 || line.startsWith('P') ? [`Content-Length: ${body.length}`] : [];
  return Buffer.concat([Buffer.from([line, ...headers, ...length, '', ''].join('\r\n'), 'latin1'), body]);
}

function pathOf({ path, operation }: OperationDescription, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const example = operation.parameters?.find((parameter) => parameter.name === name)?.example;
    return example !== undefined && random.chance(0.5) ? encodeURIComponent(String(example)) : random.pick(values);
  });
}

function queryOf({ operation }: OperationDescription, random: Random): string {
  const known = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  const chosen = known.filter(() => random.chance(0.5));
  const pairs = chosen.map(
    ({ name, example }) =>
      `${name}=${random.chance(0.4) ? encodeURIComponent(String(example ?? '')) : random.pick(values)}`,
  );
  if (random.chance(0.05)) pairs.push(random.pick(['validationToken=%3Cscript%3E', 'x', '&&', 'limit%00=1', '=']));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function headersOf(options: { described: OperationDescription; body: Buffer | undefined; random: Random }): string[] {
  const { described, body, random } = options;
  const headers = ['Host: localhost', 'Connection: close'];
  if (random.chance(0.8))
    headers.push(`Authorization: ${random.chance(0.8) ? random.pick(tokens.slice(0, 3)) : random.pick(tokens)}`);
  if (random.chance(0.3))
    headers.push(`X-Forwarded-For: 10.${random.below(256)}.${random.below(256)}.${random.below(256)}`);
  if (random.chance(0.1)) headers.push(`Accept: ${random.pick(['*/*', 'text/html', 'application/json;q=0', 'x'])}`);
  if (body === undefined) return headers;
  const [type = 'application/json'] = Object.keys(described.operation.requestBody?.content ?? {});
  const others = [
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    ';',
    'a/b',
  ];
  headers.push(`Content-Type: ${random.chance(0.8) ? type : random.pick(others)}`);
  if (random.chance(0.03)) headers.push(`Content-Encoding: ${random.pick(['gzip', 'identity', 'br', 'x'])}`);
  return headers;
}

const jsonValues = [
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '""',
  '"x"',
  '[]',
  '{}',
  '"\\u0000"',
  '"\\ud800"',
  '"@alert@"',
  '"@guid@"',
  '[[[[',
  'NaN',
]
  .concat([
    '"open"',
    '"resolved"',
    '"acknowledged"',
    '"an-account"',
    '"a password of an account"',
    '"default"',
    '30',
    '["10.0.0.1"]',
  ])
  .concat([
    '"2026-11-30T00:00:00Z"',
    `"${'é'.repeat(200)}"`,
    '"00:00:5e:00:53:01"',
    '"http://127.0.0.1:1/x"',
    '9'.repeat(40),
    '-0',
  ]);

function bodyOf({ operation }: OperationDescription, random: Random): Buffer {
  const [[type, content] = ['application/json', { schema: {} }]] = Object.entries(operation.requestBody?.content ?? {});
  const example: Record<string, unknown> = { ...(content.example as Record<string, unknown> | undefined) };
  const names = [...Object.keys(example), ...Object.keys((content.schema as { properties?: object }).properties ?? {})];
  const fields = new Map(Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)]));
  for (let changes = random.below(3); changes > 0 && names.length > 0; changes--) {
    const name = random.pick([...names, '__proto__', 'x']);
    if (random.chance(0.2)) fields.delete(name);
    else fields.set(name, random.pick(jsonValues));
  }
  const body =
    type === 'application/x-www-form-urlencoded'
      ? [...fields].map(([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('"', ''))}`).join('&')
      : `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  if (random.chance(0.05)) return Buffer.from(random.pick(jsonValues));
  if (random.chance(0.03)) return Buffer.from(`\u{feff}${body}`, 'utf16le');
  return random.chance(0.03) ? gzipSync(body) : Buffer.from(body);
}
