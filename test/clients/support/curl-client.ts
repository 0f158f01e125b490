import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Client, ClientOptions, ClientRequest, ClientResponse, InstalledClient } from './client.js';

const run = promisify(execFile);
const missing = spawnSync('curl', ['--version']).status === 0 ? undefined : 'curl (Debian: curl)';

/** curl with these options, in addition to those of the request. */
export function curlClient(...args: readonly string[]): InstalledClient {
  return { name: ['curl', ...args].join(' '), missing, start: (options = {}) => startCurl(args, options) };
}

/** Without the settings of the machine: no .curlrc and no proxy. */
const always = '--disable --noproxy * --silent --show-error --location --include --max-time 60'.split(' ');

function startCurl(args: readonly string[], { certificateFile }: ClientOptions): Client {
  const trust = certificateFile === undefined ? [] : ['--cacert', certificateFile];
  return {
    async send(request) {
      const { stdout } = await run('curl', [...always, ...trust, ...args, ...argsOf(request)]);
      return readResponse(stdout);
    },
    close() {},
  };
}

/** Like in scripts, `--data` makes it a POST request. */
function argsOf({ method, url, query, token, json, form }: ClientRequest): string[] {
  const isImplied = method === 'GET' || (method === 'POST' && (json ?? form) !== undefined);
  return [
    ...(isImplied ? [] : ['--request', method]),
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
    ...(json === undefined ? [] : ['--header', 'Content-Type: application/json', '--data', JSON.stringify(json)]),
    ...dataOf(form),
    ...(query === undefined ? [] : ['--get', ...dataOf(query)]),
    url,
  ];
}

function dataOf(fields: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
}

/** The headers of interim responses (100) and redirects precede those of the response. */
function readResponse(printed: string): ClientResponse {
  const [head = '', ...rest] = printed.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const body = rest.join('\r\n\r\n');
  if (/^HTTP\/[\d.]+ \d{3} /.test(body)) return readResponse(body);
  const headers = lines
    .map((line) => line.split(/: ?(.*)/).slice(0, 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(headers), body };
}
