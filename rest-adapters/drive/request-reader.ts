import { readMembers } from '../decode-json.js';
import type { RawRequest, RequestReader } from '../dialect.js';
import { rejectedRequest } from '../error-response.js';
import { readLastValues } from '../handle-request.js';
import { parametersIn, type Route } from '../route.js';
import { siteOfDrive } from './drive-paths.js';
import { readNotificationRequest } from './receiver-request.js';
import { errorResponse, isReceiver, isTokenEndpoint } from './responses.js';
import { selectionOf } from './selection.js';

const maxTextLength = 4096;
/**
 * Properties that a delta query always returns: without them, a client could not tell deleted items from others
 * (https://learn.microsoft.com/graph/delta-query-overview, Optional query parameters and Resource representation).
 */
const deltaProperties = ['id', 'deleted'];

/** Compiles the request reader of a route of the receiver or the mirror. */
export function compileReader(route: Route): RequestReader {
  if (isReceiver(route)) return readNotificationRequest;
  const readBody = isTokenEndpoint(route) ? readCredentials : readFields;
  const bodyNames = new Set(parametersIn(route, 'body').map(({ name }) => name));
  const hasBody = bodyNames.size > 0;
  const hasBase = parametersIn(route, 'dialect').length > 0;
  const queryNames = new Set(parametersIn(route, 'query').map(({ name }) => name));
  const always = route.path.endsWith('/delta') ? deltaProperties : [];
  return function read(request) {
    const body = hasBody ? readBody(request, bodyNames) : {};
    if (body === undefined) return rejectedRequest(malformed);
    const query = readQuery(request.query, queryNames);
    const path = readPath(request.path);
    const variables = { ...path, ...query, ...body, ...(hasBase && { base_url: request.origin }) };
    const { select } = query;
    return { variables, ...(typeof select === 'string' && { finish: selectionOf(select, { always }) }) };
  };
}

const malformed = errorResponse(400, { code: 'invalidRequest', message: 'The body must be a JSON object of strings' });

/**
 * The named fields of a JSON body, without those that are null; undefined if it is not a JSON object, or one of these
 * fields is not a string. Other fields are ignored. The domain limits the lengths.
 */
function readFields({ body }: RawRequest, names: ReadonlySet<string>): Record<string, string> | undefined {
  const members = readMembers(body);
  if (members === undefined) return undefined;
  const fields = Object.entries(members).filter(([name, value]) => names.has(name) && value !== null);
  return fields.every(isTextEntry) ? Object.fromEntries(fields) : undefined;
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

/**
 * The client's credentials, from the form or from HTTP Basic credentials, which are form-encoded (RFC 6749, section
 * 2.3.1).
 */
function readCredentials({ body, authorization }: RawRequest): Record<string, string> {
  const form = storableFields(readLastValues((body ?? Buffer.alloc(0)).toString('utf8')));
  const basic = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return form;
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1) return form;
  const [id, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map(decodeFormValue);
  return { ...form, client_id: id ?? '', client_secret: secret ?? '' };
}

function decodeFormValue(text: string): string {
  return readLastValues(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}

/**
 * The path parameters. The id of a drive is replaced by the id of its site, and OData's quotes are removed from the
 * search text.
 */
function readPath({ drive_id: drive, ...path }: RawRequest['path']): Record<string, string> {
  return {
    ...path,
    ...(drive !== undefined && { site_id: siteOfDrive(drive) ?? '' }),
    ...(path.query !== undefined && { query: path.query.replaceAll("''", "'") }),
  };
}

/**
 * Reads the query parameters that the route has: `token`, its alias `$skiptoken`, and `$top` and `$select`, which
 * OpenAPI calls `top` and `select`. An invalid `$top` is replaced by a number that the graph rejects after it has
 * authorized the caller.
 */
function readQuery(query: RawRequest['query'], names: ReadonlySet<string>): Record<string, string | number> {
  const top = query.get('$top') ?? query.get('top');
  const token = query.get('token') ?? query.get('$skiptoken');
  const select = query.get('$select') ?? query.get('select');
  return {
    ...(names.has('token') && token !== undefined && token !== '' && { token }),
    ...(names.has('top') && top !== undefined && { top: /^\d{1,9}$/.test(top) ? Number(top) : 0 }),
    ...(names.has('select') && select !== undefined && select !== '' && { select }),
  };
}

/** The fields of a form, without those that are too long or cannot be stored. */
function storableFields(entries: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...entries].filter(([, value]) => value.length <= maxTextLength && !value.includes('\0')));
}
