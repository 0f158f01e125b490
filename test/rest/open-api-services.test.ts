import 'reflect-metadata';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { composeSupergraph } from '../../gateway/index.js';
import { openApiText } from '../../rest-adapters/index.js';
import { subgraphs } from '../../subgraphs/index.js';
import { validate } from './support/open-api-validator.js';

/** One description of all documented services together; each by itself is tried beside its contract. */
const supergraph = composeSupergraph(
  subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() })),
);
const text = openApiText(supergraph);
// biome-ignore lint/suspicious/noExplicitAny: the test looks into a description of JSON's whole breadth.
const description: any = JSON.parse(text);
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

const operations: Operation[] = Object.values<object>(description.paths).flatMap((item) =>
  Object.entries(item).flatMap(([key, value]) => (methods.has(key) ? [value] : [])),
);

test('the description of all services is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
  expect(description.tags.length).toBeGreaterThanOrEqual(3);
});

test('every operation has an id of its own', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the JSON examples of %s fit their schemas',
  (_id, { requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)].map((each) => each?.content?.['application/json']);
    for (const { schema, example, examples = {} } of bodies.filter((each) => each !== undefined)) {
      const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
      for (const value of values) expect(validate({ openApi: description, schema, value })).toEqual([]);
    }
  },
);
