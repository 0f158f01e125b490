import type { UnknownPathHandler } from '../gateway/index.js';
import type { Dialect } from './dialect.js';
import type { Route } from './route.js';
import { send } from './send.js';

/**
 * Answers what no route takes but what belongs to a service by its first segment, in the service's words: 307 from a path
 * with slashes at its end, 405 with `Allow` for a known path, 404 otherwise.
 */
export function answerUnknownPathsOf(options: { routes: readonly Route[]; dialect: Dialect }): UnknownPathHandler {
  const { routes, dialect } = options;
  const patterns = [...new Set(routes.map((route) => route.path))].map((path) => path.split('/'));
  const ownSegments = new Set(patterns.map((pattern) => pattern[1]));
  const methods = (path: readonly string[]) =>
    routes.filter((route) => matches(route.path.split('/'), path)).map((route) => route.method);

  /** Whether the path only lacks the text of a parameter. */
  const isOwn = (path: readonly string[]) => patterns.some((pattern) => fits(pattern, path));

  return function answer(request, reply, allowedElsewhere) {
    const [path = '', ...query] = (request.raw.url ?? '').split('?');
    const segments = path.split('/');
    if (!ownSegments.has(segments[1])) return false;
    const allowed = methods(segments).sort();
    const shorter = withoutSlashesAtEnd(path);
    if (allowed.length > 0) send(reply, dialect.methodNotAllowed(allowed));
    else if (shorter !== path && methods(shorter.split('/')).length > 0) {
      reply
        .code(307)
        .header('location', [shorter, ...query].join('?'))
        .send();
    } else if (allowedElsewhere.length > 0 && !isOwn(segments)) return false;
    else send(reply, dialect.notFound);
    return true;
  };
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return fits(pattern, path) && !path.slice(1).includes('');
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) => segment.startsWith('{') || segment === path[index])
  );
}
