import { buildSchema, type ExecutionResult, GraphQLError, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileCompletion } from './compiled/completion.js';
import type { DataSource, FetchResult } from './data-source.js';
import { RequestErrors } from './errors.js';
import { selectOperation } from './operation.js';
import { NeededFields } from './plan/needed-fields.js';
import { type ExecutionParts, prepareExecution } from './prepared-operation.js';

const schema = buildSchema(
  'type Query { a: Int } type Subscription { added(shelf: Int): Book } type Book { name: String }',
);
const text = 'subscription ($shelf: Int) { added(shelf: $shelf) { name } }';
const selected = selectOperation(parse(text), undefined);

/** A subgraph that sends two events. */
const dataSource: DataSource = {
  execute: () => ({}),
  async subscribe(): Promise<AsyncIterable<FetchResult>> {
    return (async function* () {
      yield { data: { added: { name: 'Emma' } } };
      yield { data: { added: { name: 'Persuasion' } } };
    })();
  },
};

const source = { schema, ...selected, variables: {} };
const createVariant: ExecutionParts['createVariant'] = () => ({
  ...{ selected, names: undefined, direct: undefined, complete: compileCompletion(source) },
  needed: new NeededFields(source, schema, { kind: 'QueryPlan' }),
  execute: async ({ root, event }) => void Object.assign(root.data, event?.data),
  events: {
    ...{ subgraph: 'books', dataSource, variableNames: ['shelf'] },
    operation: { document: selected.document, text, operationName: undefined },
  },
});

const contextOf = (signal = new AbortController().signal) => ({ requestId: 'test', signal });

/** Subscribes, and returns the results of all events, or the result of a subscription that was not opened. */
async function subscribe(parts: Partial<ExecutionParts>, { variables = {}, eventContext = () => contextOf() } = {}) {
  const prepared = prepareExecution({
    ...{ document: selected.document, selected, schema, isPlannedSynchronously: true },
    overrides: { labels: [], active: new Set(), random: () => 0 },
    createVariant,
    createDeferredVariant: () => undefined,
    ...parts,
  });
  const results = await prepared.subscribe?.({ variables, context: contextOf(), eventContext });
  if (results === undefined || !(Symbol.asyncIterator in results)) return results;
  const received: ExecutionResult[] = [];
  for await (const result of results) received.push(result);
  return received;
}

describe('a subscription', () => {
  test.each([true, false])(
    'has a result for each event (planned synchronously: %s)',
    async (isPlannedSynchronously) => {
      expect(await subscribe({ isPlannedSynchronously })).toEqual([
        { data: { added: { name: 'Emma' } } },
        { data: { added: { name: 'Persuasion' } } },
      ]);
    },
  );

  test('is not opened with invalid variables', async () => {
    const result = await subscribe({}, { variables: { shelf: 'top' } });
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test('is not opened if it cannot be planned', async () => {
    const rejecting = () => Promise.reject(new RequestErrors('expensive', [new GraphQLError('too expensive')]));
    const result = await subscribe({ isPlannedSynchronously: false, createVariant: rejecting });
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }] });
  });

  test('completes each event with its own context', async () => {
    const contexts = [contextOf(), contextOf(AbortSignal.abort())];
    const results = await subscribe({}, { eventContext: () => contexts.shift() ?? contextOf() });
    expect(results).toMatchObject([{ data: { added: { name: 'Emma' } } }, { data: null, errors: [{}] }]);
  });
});
