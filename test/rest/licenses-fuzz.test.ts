import fastCheck from 'fast-check';
import { expect, test } from 'vitest';
import { openApiText } from '../../rest-adapters/index.js';
import { checkPath, report, startLicensesServer } from './support/licenses-server.js';
import { validate } from './support/open-api-validator.js';

const server = await startLicensesServer({ RAMPART_LICENSES_TLS: 'off' });
const openApi = JSON.parse(openApiText(server.graph.supergraphSdl, ['licenses']));
const described = openApi.paths[checkPath].post.responses;

const names = [...Object.keys(report()), 'is_malformed', '__proto__', 'constructor'];
const value = fastCheck.oneof(
  { weight: 3, arbitrary: fastCheck.constantFrom(...Object.values(report())) },
  fastCheck.jsonValue({ stringUnit: 'binary', maxDepth: 3 }),
  fastCheck.constantFrom(-0, 1e308, '\u0000', '\ud800', '::1', '0x7f.1', '10.0.0.0/8', 'x'.repeat(1001), [
    '10.0.0.1',
    1,
  ]),
);
/** Reports that are valid or almost valid. */
const nearlyValid = fastCheck
  .array(fastCheck.tuple(fastCheck.constantFrom(...names), value), { maxLength: 4 })
  .map((changes) => JSON.stringify({ ...report(), ...Object.fromEntries(changes) }));
const anything = fastCheck.oneof(
  fastCheck.json({ stringUnit: 'binary' }),
  fastCheck.string({ unit: 'binary' }),
  fastCheck.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);
const header = fastCheck.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim());
const headers = fastCheck.record(
  { 'content-type': header, 'x-forwarded-for': header, authorization: header, forwarded: header, accept: header },
  { requiredKeys: [] },
);

test('any input to check-license has a documented response, and never an internal error', async () => {
  await fastCheck.assert(
    fastCheck.asyncProperty(fastCheck.oneof(nearlyValid, anything), headers, async (body, sent) => {
      const response = await server.send(checkPath, { method: 'POST', body, headers: sent });
      expect([200, 400, 403]).toContain(response.status);
      const { schema } = described[response.status].content['application/json'];
      expect(validate({ openApi, schema, value: response.json })).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
