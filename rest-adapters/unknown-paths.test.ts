import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { alertsDialect } from './alerts/dialect.js';
import type { Dialect } from './dialect.js';
import type { Parameter, Route } from './route.js';
import { handleUnknownPathsOf } from './unknown-paths.js';
import { zonesDialect } from './zones/dialect.js';

const routes = (
  [
    ['POST', '/things'],
    ['GET', '/things'],
    ['GET', '/things/{name}'],
    ['DELETE', '/things/{name}'],
    ['PUT', '/things/of-{name}'],
    ['GET', '/trees/{path}', 'path'],
  ] as const
).map(([method, path, segments]) => {
  const parameters = segments === undefined ? [] : [{ name: segments, segments: true } as Parameter];
  return { method, path, parameters: parameters as readonly Parameter[] } as Route; // Only these members are used.
});

async function respondTo(request: string, dialect: Dialect, allowedElsewhere: readonly string[] = []) {
  const [method = '', url = ''] = request.split(' ');
  const respond = handleUnknownPathsOf({ routes, dialect });
  const app = Fastify();
  let isHandled = false;
  app.setNotFoundHandler((received, reply) => {
    isHandled = respond(received, reply, allowedElsewhere);
    if (!isHandled) void reply.send();
  });
  const { statusCode, headers, body } = await app.inject({ method: method as 'GET', url });
  if (!isHandled) return 'of another service';
  if (statusCode !== 307) expect(JSON.parse(body)).toHaveProperty('detail');
  return [statusCode, headers.allow ?? headers.location].filter((part) => part !== undefined).join(' ');
}

describe('a path without a route', () => {
  test.each([
    ['PUT /things', '405 GET, POST'],
    ['PUT /things?a=/b', '405 GET, POST'],
    ['POST /things/a', '405 DELETE, GET'],
    ['POST /things/of-a', '405 DELETE, GET, PUT'],
    ['POST /things/a/b', '404'],
    ['POST /trees/a/b/c', '405 GET'],
    ['POST /trees', '404'],
    ['POST /trees/a//b', '404'],
    ['POST /other', 'of another service'],
    ['POST /thing', 'of another service'],
    ['POST /', 'of another service'],
    // The router has found no route for this method.
    ['GET /things/a', '404'],
  ])('%s has the response: %s', async (request, response) => {
    for (const dialect of [alertsDialect, zonesDialect]) expect(await respondTo(request, dialect)).toBe(response);
  });

  test.each([
    ['GET /things/', '307 /things', '404'],
    ['PUT /things/', '307 /things', '405 GET, POST'],
    ['GET /things//?a=b?c', '307 /things?a=b?c', '404'],
    ['GET /things/a/', '307 /things/a', '404'],
    ['GET /things/a/b/', '404', '404'],
    ['GET //things/', 'of another service', 'of another service'],
  ])('%s is redirected, or equivalent to the path without a slash', async (request, redirected, accepted) => {
    expect(await respondTo(request, alertsDialect)).toBe(redirected);
    expect(await respondTo(request, zonesDialect)).toBe(accepted);
  });

  test.each([
    ['GET /things/a/b', 'of another service'],
    ['PUT /things', '405 GET, POST'],
    // It lacks only the name.
    ['GET /things//', '404'],
  ])(
    '%s, on a path that another service serves with other methods, has the response: %s',
    async (request, response) => {
      expect(await respondTo(request, zonesDialect, ['PATCH'])).toBe(response);
    },
  );
});
