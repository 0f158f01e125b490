import { readMembers } from '../decode-json.js';
import type { RequestReader } from '../dialect.js';
import { parametersIn, type Route } from '../route.js';

/** Matches the preference `entitlements` in a `Prefer` header (RFC 7240, section 2). */
const entitlementsPreference = /(?:^|,)\s*entitlements\s*(?:$|[,;])/i;

/**
 * Compiles a reader that accepts all requests. The domain checks the rate limit first, so invalid fields are passed to
 * it unchanged, with a flag if the body is not a JSON object.
 */
export function compileReader(route: Route): RequestReader {
  const names = parametersIn(route, 'body').map((parameter) => parameter.name);
  if (names.length === 0) return () => ({ variables: {} });
  return function read(request) {
    const body = readMembers(request.body);
    const variables: Record<string, unknown> = {};
    if (body === undefined) variables.is_malformed = true;
    else for (const name of names) if (Object.hasOwn(body, name)) variables[name] = body[name];
    if (request.prefer !== undefined && entitlementsPreference.test(request.prefer))
      variables.wants_entitlements = true;
    return { variables };
  };
}
