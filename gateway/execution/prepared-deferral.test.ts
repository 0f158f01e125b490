import { buildSchema, GraphQLError, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileCompletion } from './compiled/completion.js';
import { deferredFragments } from './deferral/defer-directive.js';
import { RequestErrors } from './errors.js';
import { isIncremental } from './incremental-result.js';
import { type SelectedOperation, selectOperation } from './operation.js';
import { NeededFields } from './plan/needed-fields.js';
import { type ExecutionParts, prepareExecution } from './prepared-operation.js';

const schema = buildSchema(`
  directive @defer(if: Boolean! = true) on INLINE_FRAGMENT
  type Query { book: Book } type Book { name: String pages: Int }
`);

function variantOf(selected: SelectedOperation) {
  const source = { schema, ...selected, variables: {} };
  return {
    ...{ selected, names: undefined, direct: undefined, complete: compileCompletion(source) },
    needed: new NeededFields(source, schema, { kind: 'QueryPlan' }),
    execute: async ({ root }: { root: { data: object } }) =>
      void Object.assign(root.data, { book: { name: 'Emma', pages: 9 } }),
  };
}

/** Prepares an operation of which a fetch is deferred if any fragment is. The variants are their texts. */
function prepare(text: string, parts: Partial<ExecutionParts> = {}) {
  const variants: string[] = [];
  const document = parse(text);
  const { executeIncrementally, ...prepared } = prepareExecution({
    ...{ document, selected: selectOperation(document, undefined), schema, isPlannedSynchronously: false },
    overrides: { labels: [], active: new Set(), random: () => 0 },
    createVariant: variantOf,
    createDeferredVariant(selected) {
      variants.push(selected.text.replaceAll(/\s+/g, ' '));
      const { complete, ...rest } = variantOf(selected);
      const deferred = deferredFragments(selected.document);
      if (deferred.size === 0) return undefined;
      const later = new Map([...deferred].map((fragment) => [fragment, [{ execute: async () => {}, needs: [] }]]));
      const source = { schema, ...selected, variables: {}, deferred };
      return { ...rest, complete: compileCompletion(source), completeWhole: complete, later };
    },
    ...parts,
  });
  const execute = async (variables: Record<string, unknown> = {}, signal = new AbortController().signal) => {
    const result = (await executeIncrementally?.({ variables, context: { requestId: 'test', signal } })) ?? {};
    return isIncremental(result) ? { initial: result.initial } : result;
  };
  return { ...prepared, execute, variants };
}

const deferred = 'query ($later: Boolean) { book { name ... @defer(if: $later) { pages } } }';
const complete = { data: { book: { name: 'Emma', pages: 9 } } };
const initial = { initial: { data: { book: { name: 'Emma' } } } };

test('the variants that were planned can be planned for the same operation of another graph', async () => {
  const [last, next] = [prepare(deferred), prepare(deferred)];
  await last.execute();
  await last.execute({ later: false });
  await next.planVariants(await last.plannedVariants());
  expect(next.variants.sort()).toEqual(last.variants.sort());
  await next.execute();
  expect(next.variants).toHaveLength(2);
});

describe('an operation with @defer', () => {
  test('has an initial result without the deferred fragments', async () => {
    expect(await prepare('{ book { name ... @defer { pages } } }').execute()).toMatchObject(initial);
  });

  test('has introspection in its initial result', async () => {
    const text = '{ __type(name: "Book") { name } book { name ... @defer { pages } } }';
    expect(await prepare(text).execute()).toEqual({
      initial: { data: { __type: { name: 'Book' }, book: { name: 'Emma' } } },
    });
  });

  test('has a complete result if no fetch can be deferred', async () => {
    const { execute } = prepare('{ book { name ... @defer { pages } } }', { createDeferredVariant: () => undefined });
    expect(await execute()).toEqual(complete);
  });

  test('is planned once for each combination of the conditions of @defer and others', async () => {
    const text =
      'query ($later: Boolean!, $all: Boolean!) { book { name @include(if: $all) ... @defer(if: $later) { pages } } }';
    const { execute, variants } = prepare(text);
    expect(await execute({ later: true, all: true })).toMatchObject(initial);
    expect(await execute({ later: false, all: true })).toEqual(complete);
    expect(await execute({ later: false, all: false })).toEqual({ data: { book: { pages: 9 } } });
    await execute({ later: true, all: true });
    expect(variants).toEqual([
      '{ book { name ... @defer { pages } } }',
      '{ book { name ... { pages } } }',
      '{ book { ... { pages } } }',
    ]);
  });

  test('is not executed with invalid variables', async () => {
    expect(await prepare(deferred).execute({ later: 'x' })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  test('has the errors of planning if it cannot be planned', async () => {
    const createDeferredVariant = () =>
      Promise.reject(new RequestErrors('expensive', [new GraphQLError('too expensive')]));
    const result = await prepare(deferred, { createDeferredVariant }).execute();
    expect(result).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }] });
  });

  test('is not executed if it was aborted before', async () => {
    const { execute, variants } = prepare(deferred);
    expect(await execute({}, AbortSignal.abort())).toMatchObject({ data: null, errors: [{}] });
    expect(variants).toEqual([]);
  });
});
