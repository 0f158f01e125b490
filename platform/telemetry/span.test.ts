import { describe, expect, test } from 'vitest';
import { DomainError } from '../domain-error.js';
import { currentSpan, errorTypeOf, runAndEndSpan, runInSpan, runOutsideSpans, type Span, traced } from './span.js';

/** A span that records its events and those of its children. */
function recordingSpan(notes: string[], name = 'root', isSampled = true): Span {
  return {
    ...{ traceId: 't', spanId: name, isSampled },
    child: (childName) => recordingSpan(notes, childName),
    rename: (newName) => void notes.push(`${name} renamed ${newName}`),
    describe: (attributes) => void notes.push(`${name} ${JSON.stringify(attributes)}`),
    fail: (type) => void notes.push(`${name} failed ${type}`),
    end: () => void notes.push(`${name} ended`),
    headers: () => ({ traceparent: name }),
  };
}

describe('without a span', () => {
  test('there is no current span, and functions run unchanged', () => {
    expect(currentSpan()).toBeUndefined();
    expect(traced('child', {}, (span) => span)).toBeUndefined();
  });
});

describe('within a span', () => {
  test('the span is current in everything that the function starts, and ends when the promise of the function settles', async () => {
    const notes: string[] = [];
    const result = runAndEndSpan(recordingSpan(notes), async () => {
      await Promise.resolve();
      return [currentSpan()?.spanId, notes.length];
    });
    expect(await result).toEqual(['root', 0]);
    expect(notes).toEqual(['root ended']);
    expect(currentSpan()).toBeUndefined();
  });

  test('a child is current while its function runs', () => {
    const notes: string[] = [];
    const ids = runInSpan(recordingSpan(notes), () => [
      traced('child', {}, () => currentSpan()?.spanId),
      currentSpan()?.spanId,
    ]);
    expect(ids).toEqual(['child', 'root']);
    expect(notes).toEqual(['child ended']);
  });

  test('work that is shared by several requests runs outside of the span', () => {
    const span = runInSpan(recordingSpan([]), () => runOutsideSpans(() => currentSpan()));
    expect(span).toBeUndefined();
  });

  test('no child is created if the span is not sampled', () => {
    const notes: string[] = [];
    const span = runInSpan(recordingSpan(notes, 'root', false), () => traced('child', {}, () => currentSpan()));
    expect(span?.spanId).toBe('root');
    expect(notes).toEqual([]);
  });

  test('a synchronous or asynchronous error marks the span as failed', async () => {
    const notes: string[] = [];
    const error = new DomainError('NOT_FOUND', 'secret');
    expect(() =>
      runAndEndSpan(recordingSpan(notes), () => {
        throw error;
      }),
    ).toThrow(error);
    await expect(runAndEndSpan(recordingSpan(notes), () => Promise.reject(error))).rejects.toBe(error);
    expect(notes).toEqual(['root failed NOT_FOUND', 'root ended', 'root failed NOT_FOUND', 'root ended']);
  });
});

test.each([
  [new TypeError('x'), 'TypeError'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('x'), { extensions: { code: 'TIMEOUT' } }), 'TIMEOUT'],
  [new AggregateError([new RangeError('x')], 'y'), 'RangeError'],
  [Object.assign(new Error('x'), { code: 7 }), 'Error'],
  ['text', 'string'],
])('the type of an error is a code or a class: %s', (error, type) => {
  expect(errorTypeOf(error)).toBe(type);
});
