import { createHash } from 'node:crypto';
import fastCheck from 'fast-check';
import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { PreparedDocuments } from '../../../gateway/documents/index.js';
import { readCostModel } from '../../../gateway/limits/index.js';
import { systemClock } from '../../../platform/clock.js';
import { silentLog } from '../../../platform/log.js';
import { trustedDocuments } from '../../../rest-adapters/index.js';
import { createEmptyDatabase, testConfiguration } from '../../support/index.js';

/** Declares the tests of a complete server in one process over HTTP. */
export function testWholeServer(settings: Record<string, string> = {}): void {
  let rampart: Rampart;
  let graphqlUrl: string;
  let dropDatabase: () => Promise<void>;
  const environment = {
    ...settings,
    RAMPART_SERVER_PORT: '0',
    RAMPART_AUTH_ADMIN_TOKEN: 'the-administrator-of-the-whole-server',
  };

  beforeAll(async () => {
    const { url, drop } = await createEmptyDatabase();
    dropDatabase = drop;
    const configuration = testConfiguration({ ...environment, DATABASE_URL: url });
    rampart = await startRampart({ configuration, clock: systemClock, log: silentLog });
    graphqlUrl = rampart.addresses.find(({ name }) => name === 'graphql')?.url ?? '';
  });
  afterAll(async () => {
    await rampart?.close();
    await dropDatabase?.();
  });

  async function sendRequest(parameters: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
    return await fetch(graphqlUrl, { method: 'POST', headers, body: JSON.stringify(parameters) });
  }

  test('passes the audits of GraphQL over HTTP', async () => {
    const results = await Promise.all(serverAudits({ url: graphqlUrl, fetchFn: fetch }).map((audit) => audit.fn()));
    expect(results.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([]);
    expect(results).toHaveLength(61);
  });

  test('permits introspection by tools within its limits', async () => {
    const response = await sendRequest({
      query: getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
    });
    const { data } = (await response.json()) as { data: Parameters<typeof buildClientSchema>[0] };
    const schemaText = printSchema(lexicographicSortSchema(buildClientSchema(data)));
    expect(schemaText).toBe(printSchema(lexicographicSortSchema(rampart.graph.apiSchema)));
  });

  test('executes every REST operation as a trusted document, within the cost limit at the maximum page size', async () => {
    const limits = testConfiguration({}).graphql;
    const costModel = readCostModel(rampart.graph.supergraphSdl);
    const { graph } = rampart;
    const texts = trustedDocuments(graph);
    const internalDocuments = { graph: graph.internal, documents: new Set(texts) };
    const documents = new PreparedDocuments({ graph, internalDocuments, limits, costModel });
    expect(texts.length).toBeGreaterThanOrEqual(6);
    for (const document of texts) {
      const operation = documents.operation(document, undefined);
      expect(operation.cost({ limit: 1000, first: 1000 })).toBeLessThanOrEqual(limits.maxCost);
    }
    const health =
      texts.find((document) => JSON.stringify(parse(document, { noLocation: true })).includes('alertStore')) ?? '';
    const documentId = `sha256:${createHash('sha256').update(health).digest('hex')}`;
    expect(await (await sendRequest({ documentId })).json()).toMatchObject({ data: expect.anything() });
  });

  test.each([
    ['a zero byte', '\u0000'],
    ['an unpaired surrogate', '\ud800'],
    ['a quote', "'"],
    ['a backslash', '\\'],
    ['wildcards', '%_'],
    ['100,000 characters', 'x'.repeat(100_000)],
  ])('treats %s as ordinary input', async (_, text) => {
    const query = `query ($t: String!, $i: ID!) {
      alert(id: $i) { id }
      byTenant: alerts(filter: { tenantId: $i }) { totalCount }
      byEndpoint: alerts(filter: { endpointId: $t }) { totalCount }
      byNotes: alerts(filter: { notes: $t }) { totalCount }
      byModel: alerts(filter: { modelName: [$t] }) { totalCount facets { technique { value count } } }
      byTechnique: alerts(filter: { technique: [$t] }) { totalCount }
      endpoint(tenantId: $i, hostname: $t) { hostname }
      endpoints(filter: { tenantId: $i }) { totalCount }
      after: alerts(after: $t) { totalCount }
    }`;
    const response = await sendRequest({ query, variables: { t: text, i: text } });
    const { errors } = (await response.json()) as { errors?: { path?: string[]; extensions: { code: string } }[] };
    expect(
      (errors ?? []).filter(({ extensions }) => !['NOT_FOUND', 'BAD_USER_INPUT'].includes(extensions.code)),
    ).toEqual([]);
  });

  test('responds to all input without an internal error', async () => {
    const words = [
      '{',
      '}',
      '(',
      ')',
      ':',
      '$a',
      '@skip(if:',
      '...',
      'on',
      'alerts',
      'alert',
      'id',
      '"x"',
      'first',
      '-1',
      'query',
      'fragment',
      '__typename',
      'null',
      '[',
      ']',
      'filter',
      '\u0000',
      '#',
    ];
    const document = fastCheck.oneof(
      fastCheck.array(fastCheck.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' ')),
      fastCheck.constantFrom(
        'query ($a: AlertFilter) { alerts(filter: $a) { totalCount nodes { id } } }',
        'query ($a: Int) { alerts(first: $a) { nodes { id severity } } }',
        'query ($a: ID!) { alert(id: $a) { id relatedEndpoints } }',
        'query ($a: String) { alerts(after: $a) { edges { cursor } } }',
      ),
      fastCheck.string({ unit: 'binary', maxLength: 50 }),
    );
    const parameters = fastCheck.record(
      {
        query: fastCheck.oneof(document, fastCheck.jsonValue()),
        variables: fastCheck.oneof(
          fastCheck.record({ a: fastCheck.jsonValue({ stringUnit: 'binary' }) }),
          fastCheck.jsonValue(),
        ),
        operationName: fastCheck.jsonValue(),
        extensions: fastCheck.jsonValue(),
        documentId: fastCheck.oneof(
          { weight: 20, arbitrary: fastCheck.constant(undefined) },
          { weight: 1, arbitrary: fastCheck.string() },
        ),
      },
      { requiredKeys: ['query'] },
    );
    await fastCheck.assert(
      fastCheck.asyncProperty(parameters, async (sent) => {
        const response = await sendRequest(sent);
        const body = (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] };
        expect(response.status).toBeLessThan(500);
        expect(body.errors?.map(({ extensions }) => extensions.code) ?? []).not.toContain('INTERNAL_SERVER_ERROR');
        expect('data' in body || body.errors !== undefined).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
}
