import type { UnknownPathHandler } from '../gateway/index.js';
import type { Dialect } from './dialect.js';
import { send } from './response.js';
import { type Route, segmentsParameter } from './route.js';

/**
 * Responds to requests that match no route, if the first path segment belongs to a service, in the error format of the
 * service: 405 with `Allow` for a known path, 307 for trailing slashes if the dialect redirects, otherwise 404.
 */
export function handleUnknownPathsOf(options: { routes: readonly Route[]; dialect: Dialect }): UnknownPathHandler {
  const { routes, dialect } = options;
  const redirects = dialect.trailingSlash === 'redirect';
  const segmentsOf = (path: string) => (redirects ? path : removeTrailingSlash(path)).split('/');
  const patterns = routes.flatMap((route) =>
    [route.path, ...(dialect.aliasesOf?.(route.path) ?? [])].map((path) => ({
      pattern: segmentsOf(path),
      method: route.method,
      isOpen: segmentsParameter(route) !== undefined,
    })),
  );
  const ownSegments = new Set(patterns.map(({ pattern }) => pattern[1]));
  const methods = (path: readonly string[]) =>
    patterns.filter((route) => matches(route, path)).map(({ method }) => method);

  /** Whether the path belongs to the service: it matches a route, or lacks only the value of a parameter. */
  const isOwn = (path: readonly string[]) => patterns.some((route) => matchesPattern(route, path));

  return function respond(request, reply, allowedElsewhere) {
    const [path = '', ...query] = (request.raw.url ?? '').split('?');
    const segments = segmentsOf(path);
    if (!ownSegments.has(segments[1])) return false;
    const methodsOfPath: readonly string[] = methods(segments);
    // The router may parse the path differently, for example a hostname with a colon; then no other method is offered.
    const allowed = methodsOfPath.includes(request.method) ? [] : [...new Set(methodsOfPath)].sort();
    const shorter = removeTrailingSlashes(path);
    if (allowed.length > 0) send(reply, dialect.methodNotAllowed(allowed));
    else if (redirects && shorter !== path && methods(shorter.split('/')).length > 0) {
      reply
        .code(307)
        .header('location', [shorter, ...query].join('?'))
        .send();
    } else if (allowedElsewhere.length > 0 && !isOwn(segments)) return false;
    else send(reply, dialect.notFound);
    return true;
  };
}

function removeTrailingSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function removeTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

interface KnownPath {
  readonly pattern: readonly string[];
  /** Whether the last segment of the pattern matches any number of segments. */
  readonly isOpen: boolean;
}

function matches(knownPath: KnownPath, path: readonly string[]): boolean {
  return matchesPattern(knownPath, path) && !path.slice(1).includes('');
}

function matchesPattern({ pattern, isOpen }: KnownPath, path: readonly string[]): boolean {
  return (
    (isOpen ? path.length >= pattern.length : path.length === pattern.length) &&
    pattern.every((segment, index) => matchesSegment(segment, path[index] ?? ''))
  );
}

/**
 * Whether a segment matches a segment of a pattern. A pattern segment with a parameter matches all segments that begin
 * with the text before the parameter.
 */
function matchesSegment(pattern: string, segment: string): boolean {
  const parameter = pattern.indexOf('{');
  return parameter === -1 ? segment === pattern : segment.startsWith(pattern.slice(0, parameter));
}
