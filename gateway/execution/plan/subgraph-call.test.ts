import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { PlanRun } from './run.js';
import { type FetchParts, markIncomplete, pickVariables, send } from './subgraph-call.js';

function runWith(changes: Partial<PlanRun> = {}): PlanRun {
  const context = { requestId: 'test', signal: new AbortController().signal };
  return {
    ...{ context, rawVariables: {}, variables: {}, errors: [], sharedState: new Map(), incomplete: new WeakMap() },
    root: { data: {}, isIncomplete: false },
    ...changes,
  };
}

const parts: FetchParts = {
  subgraph: 'media',
  dataSource: undefined,
  operation: { document: parse('{ a }'), text: '{ a }', operationName: undefined },
  ...{ variableNames: [], rewriteOutput: undefined, interfaceNames: new Set() },
};

describe('a fetch', () => {
  test('sends the variables that it uses, except those that the client omitted, whose defaults the subgraph applies', () => {
    const variables = pickVariables(['a', 'b', 'c'], runWith({ rawVariables: { a: 1, b: null, d: 2 } }));
    expect(variables).toStrictEqual({ a: 1, b: null });
  });

  test('has the event of a subscription as its result, without a call to the subgraph', async () => {
    const event = { data: { a: 1 } };
    expect(await send({ ...parts, isEvent: true }, runWith({ event }), {})).toBe(event);
  });

  test('that fails marks its objects, and the root if it is a fetch of root fields', () => {
    const [first, second] = [{}, {}];
    const run = runWith();
    markIncomplete(run, { path: ['nodes', '@'], data: [first, null, second] });
    expect([first, second].map((entity) => run.incomplete.get(entity))).toEqual(['failed', 'failed']);
    expect(run.root.isIncomplete).toBe(false);
    markIncomplete(run, { path: [], data: run.root.data });
    expect(run.root.isIncomplete).toBe(true);
  });
});
