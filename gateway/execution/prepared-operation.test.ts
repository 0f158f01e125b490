import { getEventListeners } from 'node:events';
import { buildSchema, type ExecutionResult, GraphQLError, parse } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { compileCompletion } from './compiled/completion.js';
import { RequestErrors } from './errors.js';
import { type SelectedOperation, selectOperation } from './operation.js';
import { NeededFields } from './plan/needed-fields.js';
import type { PlanRun } from './plan/run.js';
import { namesForPlan } from './planning/plan-names.js';
import { type ExecutionParts, type OperationVariant, prepareExecution } from './prepared-operation.js';

const schema = buildSchema(`
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  type Query { book(id: ID): Book count: Int }
  type Subscription { added: Book }
  interface Item { name: String }
  type Book implements Item { name: String pages: Int! }
`);
const none = { labels: [], active: new Set<string>(), random: () => 0 };

interface Setup {
  /** Runs the plan; by default, it finds a book of 9 pages. */
  readonly execute?: (run: PlanRun, selected: SelectedOperation) => Promise<void> | void;
  readonly variant?: Partial<OperationVariant>;
  readonly parts?: Partial<ExecutionParts>;
}

/** Prepares an operation whose plan is a function. The variants are the texts of those that were created. */
function prepare(text: string, { execute = findBook, variant, parts }: Setup = {}) {
  const variants: string[] = [];
  const document = parse(text);
  const prepared = prepareExecution({
    ...{ document, selected: selectOperation(document, undefined), schema, overrides: none },
    isPlannedSynchronously: true,
    createVariant(selected) {
      variants.push(selected.text.replaceAll(/\s+/g, ' '));
      const source = { schema, operation: selected.operation, fragments: selected.fragments, variables: {} };
      return {
        ...{ selected, names: undefined, direct: undefined, complete: compileCompletion(source) },
        needed: new NeededFields(source, schema, { kind: 'QueryPlan' }),
        execute: async (run) => execute(run, selected),
        ...variant,
      };
    },
    createDeferredVariant: () => undefined,
    ...parts,
  });
  return { prepared, variants };
}

function findBook({ root }: PlanRun): void {
  root.data = { book: { name: 'Emma', pages: 9 }, count: 1 };
}

const requestOf = (variables: Record<string, unknown> = {}, signal = new AbortController().signal) => ({
  variables,
  context: { requestId: 'test', signal },
});

function run(text: string, setup?: Setup, request = requestOf()): Promise<ExecutionResult> {
  return prepare(text, setup).prepared.execute(request);
}

/** The messages, paths and codes of errors. */
function errorsOf({ errors = [] }: Pick<ExecutionResult, 'errors'>) {
  return errors.map(({ message, path, extensions }) => [message, path?.join('.'), extensions.code]);
}

describe('preparing an operation', () => {
  test('returns the document and its operation', () => {
    const document = parse('query Books { count }');
    const { prepared } = prepare('query Books { count }');
    expect(prepared).toMatchObject({ document: { definitions: [{}] }, operation: { name: { value: 'Books' } } });
    expect(prepared.document.definitions).toHaveLength(document.definitions.length);
  });

  test('allows only subscriptions to be subscribed to, and only operations with @defer to be delivered in parts', () => {
    const isOffered = (text: string) => {
      const { prepared } = prepare(text);
      return [prepared.subscribe !== undefined, prepared.executeIncrementally !== undefined];
    };
    expect(isOffered('{ count }')).toEqual([false, false]);
    expect(isOffered('{ ... @defer { count } }')).toEqual([false, true]);
    expect(isOffered('{ ... @defer(if: false) { count } }')).toEqual([false, false]);
    expect(isOffered('subscription { added { name } }')).toEqual([true, false]);
  });

  test('plans an operation without conditions, which is then executed any number of times', async () => {
    const { prepared, variants } = prepare('{ count }');
    expect(variants).toEqual(['{ count }']);
    expect([await prepared.execute(requestOf()), await prepared.execute(requestOf())]).toEqual([
      { data: { count: 1 } },
      { data: { count: 1 } },
    ]);
    expect(variants).toHaveLength(1);
  });

  const rejectingParts = {
    createVariant() {
      throw new RequestErrors('expensive', [new GraphQLError('too expensive')]);
    },
  };

  test('rejects an operation that cannot be planned', async () => {
    expect(() => prepare('{ count }', { parts: rejectingParts })).toThrow('too expensive');
  });

  test.each([
    ['has conditions', 'query ($all: Boolean = true) { count @include(if: $all) }', {}],
    ['is planned in the thread', '{ count }', { isPlannedSynchronously: false }],
    ['has progressive overrides', '{ count }', { overrides: { ...none, labels: ['canary'] } }],
  ])(
    'does not plan an operation that %s, and executing it reports that it cannot be planned',
    async (_, text, parts) => {
      const result = await run(text, { parts: { ...parts, ...rejectingParts } });
      expect(errorsOf(result)).toEqual([['too expensive', undefined, 'QUERY_TOO_EXPENSIVE']]);
      expect(result).not.toHaveProperty('data');
    },
  );
});

test('an operation is planned once for each combination of its conditions', async () => {
  const { prepared, variants } = prepare('query ($all: Boolean!) { count book @include(if: $all) { name } }');
  const [all, some] = [requestOf({ all: true }), requestOf({ all: false })];
  expect(await prepared.execute(all)).toEqual({ data: { count: 1, book: { name: 'Emma' } } });
  expect(await prepared.execute(some)).toEqual({ data: { count: 1 } });
  await prepared.execute(all);
  expect(variants).toEqual(['{ count book { name } }', '{ count }']);
});

describe('the variants of an operation that were planned', () => {
  const text = 'query ($all: Boolean!, $one: Boolean) { count @skip(if: $one) book @include(if: $all) { name } }';

  test('can be planned for the same operation of another graph before they are requested', async () => {
    const [last, next] = [prepare(text), prepare(text)];
    for (const all of [true, false]) await last.prepared.execute(requestOf({ all, one: false }));
    await next.prepared.planVariants(await last.prepared.plannedVariants());
    expect(next.variants.sort()).toEqual(['{ count book { name } }', '{ count }']);
    await next.prepared.execute(requestOf({ all: true, one: false }));
    expect(next.variants).toHaveLength(2);
  });

  test('are planned with the same labels of progressive overrides if the other graph has as many', async () => {
    const labels = ['canary', 'beta'];
    const created = vi.fn((_selected: SelectedOperation, labels: readonly unknown[]) => ({ labels }) as never);
    const partsWith = (labels: readonly string[], active: string[]) => ({
      parts: { overrides: { labels, active: new Set(active), random: () => 0 }, createVariant: created },
    });
    const last = prepare('{ count }', partsWith(labels, ['beta'])).prepared;
    await last.execute(requestOf()).catch(() => {});
    const variants = await last.plannedVariants();
    await prepare('{ count }', partsWith(labels, [])).prepared.planVariants(variants);
    await prepare('{ count }', partsWith(['new'], ['new'])).prepared.planVariants(variants);
    expect(created.mock.calls.map(([, labels]) => labels)).toEqual([
      [
        ['canary', false],
        ['beta', true],
      ],
      [
        ['canary', false],
        ['beta', true],
      ],
      [['new', true]],
    ]);
  });

  test('do not include those that cannot be planned', async () => {
    const parts = {
      createVariant() {
        throw new RequestErrors('expensive', [new GraphQLError('too expensive')]);
      },
    };
    const { prepared } = prepare(text, { parts });
    await prepared.execute(requestOf({ all: true }));
    expect(await prepared.plannedVariants()).toEqual({ complete: [], deferred: [] });
  });
});

test('an operation is planned for the active labels of progressive overrides', async () => {
  const overrides = { labels: ['canary', 'percent(0)'], active: new Set(['canary']), random: () => 0 };
  const createVariant = vi.fn((): OperationVariant => {
    throw new RequestErrors('unplanned', [new GraphQLError('not planned')]);
  });
  expect(errorsOf(await run('{ count }', { parts: { overrides, createVariant } }))).toHaveLength(1);
  const expected = [
    ['canary', true],
    ['percent(0)', false],
  ];
  expect(createVariant).toHaveBeenCalledWith(expect.anything(), expected);
});

describe('variables', () => {
  test('are coerced, and also passed as the client sent them', async () => {
    const execute = vi.fn(findBook);
    await run('query ($id: ID, $no: Int = 4) { book(id: $id) { name } }', { execute }, requestOf({ id: 7 }));
    expect(execute.mock.calls[0]?.[0]).toMatchObject({ variables: { id: '7', no: 4 }, rawVariables: { id: 7 } });
  });

  test.each([
    ['an operation', {}],
    ['an operation that is planned later', { isPlannedSynchronously: false }],
  ])('that are invalid fail %s, which is not executed', async (_, parts) => {
    const execute = vi.fn(findBook);
    const result = await run('query ($id: ID!) { book(id: $id) { name } }', { execute, parts });
    const message = 'Variable "$id" of required type "ID!" was not provided.';
    expect(errorsOf(result)).toEqual([[message, undefined, 'BAD_USER_INPUT']]);
    expect(result).not.toHaveProperty('data');
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('a result', () => {
  test('contains the errors of fetches, and no second error for a field that they explain', async () => {
    const result = await run('{ count book { name pages } }', {
      execute({ root, errors }) {
        root.data = { book: { name: 'Emma' } };
        errors.push(new GraphQLError('lost', { path: ['book', 'pages'] }), new GraphQLError('down'));
      },
    });
    expect(result.data).toEqual({ count: null, book: null });
    expect(errorsOf(result)).toEqual([
      ['lost', 'book.pages', undefined],
      ['down', undefined, undefined],
      ['No subgraph returned a value for the field "count" of Query.', 'count', 'QUERY_NOT_PLANNABLE'],
    ]);
    expect(result).not.toHaveProperty('extensions');
  });

  test('reports no fields of the root that are missing because a fetch failed', async () => {
    const result = await run('{ count }', {
      execute({ root, errors }) {
        root.isIncomplete = true;
        errors.push(new GraphQLError('down'));
      },
    });
    expect(result.data).toEqual({ count: null });
    expect(errorsOf(result)).toEqual([['down', undefined, undefined]]);
  });

  test('contains only the errors of fields that the operation selects', async () => {
    const result = await run('{ book { ... on Item { name } } }', {
      variant: { needed: { isRelevant: (path: readonly unknown[]) => path.length > 1 } as unknown as NeededFields },
      execute(run) {
        findBook(run);
        run.errors.push(new GraphQLError('a', { path: ['book'] }), new GraphQLError('b', { path: ['book', 'name'] }));
      },
    });
    expect(errorsOf(result)).toEqual([['b', 'book.name', undefined]]);
  });

  test('has errors at the paths of the client if fields have other names in the plan', async () => {
    const selected = parse('{ book { id: name } }');
    const required = { all: new Set(['id']), objects: new Map(), hasInterfaceObjects: false };
    const result = await run('{ book { id: name } }', {
      variant: { names: namesForPlan(selected, required) },
      execute({ root, errors }) {
        root.data = { book: { id: null } };
        errors.push(new GraphQLError('lost', { path: ['book', 'id_0'] }));
      },
    });
    expect(errorsOf(result)).toEqual([['lost', 'book.id', undefined]]);
  });

  test('describes values that violate the schema, unless errors explain them', async () => {
    const found = ({ root }: PlanRun) => {
      root.data = { count: 'many' };
    };
    const message = 'Invalid value found for field Query.count.';
    expect(await run('{ count }', { execute: found })).toEqual({
      data: { count: null },
      extensions: { valueCompletion: [{ message, path: ['count'] }] },
    });
    const execute = (run: PlanRun) => {
      found(run);
      run.errors.push(new GraphQLError('lost', { path: ['count'] }));
    };
    expect(await run('{ count }', { execute })).not.toHaveProperty('extensions');
  });

  test('contains introspection', async () => {
    const text = 'query ($name: String!) { count __type(name: $name) { name } }';
    expect(await run(text, {}, requestOf({ name: 'Book' }))).toEqual({ data: { count: 1, __type: { name: 'Book' } } });
  });

  test('has no data if completion fails, and the errors of fetches', async () => {
    const result = await run('{ count }', {
      variant: {
        complete() {
          throw new Error('broken');
        },
      },
      execute: ({ errors }) => void errors.push(new GraphQLError('down')),
    });
    expect(result.data).toBeNull();
    expect(errorsOf(result).map(([message]) => message)).toEqual(['down', 'broken']);
  });
});

describe('an aborted operation', () => {
  test('is not executed if it was aborted before', async () => {
    const execute = vi.fn(findBook);
    const result = await run('{ count }', { execute }, requestOf({}, AbortSignal.abort()));
    expect(result.data).toBeNull();
    expect(errorsOf(result)).toEqual([['The request was aborted before it completed', undefined, 'TIMEOUT']]);
    expect(execute).not.toHaveBeenCalled();
  });

  test('ends at once, although its fetches hang', async () => {
    const controller = new AbortController();
    const result = run('{ count }', { execute: () => new Promise(() => {}) }, requestOf({}, controller.signal));
    controller.abort();
    expect(await result).toMatchObject({ data: null, errors: [{ extensions: { code: 'TIMEOUT' } }] });
  });

  test.each([
    ['ends', findBook],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('no longer listens for the signal when it %s', async (_, execute) => {
    const { signal } = new AbortController();
    const result = run('{ count }', { execute }, requestOf({}, signal));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await result.catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
