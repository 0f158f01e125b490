import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { selectOperation } from '../operation.js';
import { Planning, planningRejection } from './planning.js';
import { PlanningOverloaded, PlanningStopped } from './planning-thread.js';

describe('an operation', () => {
  const document = parse('type Query { a: Int }');
  const planning = new Planning({
    document,
    supergraphSchema: buildSchema('type Query { a: Int }'),
    subgraphSchemas: new Map(),
    read() {
      throw new Error('Nothing is planned');
    },
  });
  const isSynchronous = (text: string) => planning.isPlannedSynchronously(selectOperation(parse(text), undefined));
  const fields = (count: number) => 'a '.repeat(count);

  test('with at most 500 selections is planned synchronously', () => {
    expect(isSynchronous(`{ ${fields(500)} }`)).toBe(true);
    expect(isSynchronous(`{ ${fields(501)} }`)).toBe(false);
  });

  test('with more than 500 selections, counted with fragments expanded, is planned in the thread', () => {
    const text = (uses: number) =>
      `{ ${'...F '.repeat(uses)} } fragment F on Query { ...G } fragment G on Query { ${fields(48)} }`;
    expect(isSynchronous(text(10))).toBe(true);
    expect(isSynchronous(text(11))).toBe(false);
  });

  test('is counted only up to the limit if nested fragments double its selections', () => {
    const nested = Array.from(
      { length: 40 },
      (_, level) => `fragment F${level} on Query { ...F${level + 1} ...F${level + 1} }`,
    );
    expect(isSynchronous(`{ ...F0 } ${nested.join(' ')} fragment F40 on Query { a }`)).toBe(false);
  });
});

describe('a rejection', () => {
  const resultOf = (cause: unknown) => {
    const { kind, errors } = planningRejection(cause);
    const [error] = errors;
    return { kind, message: error?.message, extensions: error?.extensions, originalError: error?.originalError };
  };

  test.each([
    new PlanningStopped('Planning the operation takes too long'),
    new Error('Exceeded the limit of subgraph options'),
    new Error('Number of non-local selections exceeds limit.'),
    new RangeError('Invalid array length'),
  ])('of an operation that exceeds a limit of the planner has the code QUERY_TOO_EXPENSIVE: %s', (cause) => {
    expect(resultOf(cause)).toEqual({
      kind: 'expensive',
      message: expect.stringContaining('takes too long to plan'),
      extensions: { limit: 'planning', code: 'QUERY_TOO_EXPENSIVE' },
      originalError: cause,
    });
  });

  test('of an operation that an overloaded server does not plan asks the client to send it again later', () => {
    const cause = new PlanningOverloaded('Send the request again later.');
    expect(resultOf(cause)).toEqual({
      kind: 'overloaded',
      message: 'Send the request again later.',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
      originalError: cause,
    });
  });

  test.each([new Error('Cannot read properties of undefined'), 'not an error'])(
    'of an operation that makes the planner fail does not reveal the cause: %s',
    (cause) => {
      expect(resultOf(cause)).toEqual({
        kind: 'unplanned',
        message: expect.stringContaining('The query planner cannot plan the operation across subgraphs'),
        extensions: { code: 'QUERY_NOT_PLANNABLE' },
        originalError: expect.objectContaining({ message: cause instanceof Error ? cause.message : cause }),
      });
    },
  );
});
