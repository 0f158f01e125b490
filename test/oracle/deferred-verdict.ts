import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { parse, visit } from 'graphql';
import { isDefer, labelOf } from '../../gateway/execution/deferral/defer-directive.js';
import { difference, rejectedInPart, type Verdict } from './comparison.js';
import { type Part, type PartsOfResponse, partsOf, removeDefers } from './deferred-truth.js';
import type { Operation } from './servers.js';

type Json = Record<string, unknown>;

export interface DeferredJudgment {
  readonly operation: Operation;
  readonly schema: GraphQLSchema;
  readonly actual: PartsOfResponse;
  /** One graphql-js execution. */
  truth(operation: Operation): Promise<ExecutionResult>;
}

/**
 * Judges a response in parts. When merged, the parts must equal the result of one graphql-js execution in which a
 * failing deferred fragment has no effect on its surroundings. A server may ignore `@defer` if the first part depends
 * on a fragment; then the first part must have the data of the operation without it.
 */
export async function judgeDeferred(judgment: DeferredJudgment): Promise<Verdict> {
  const { operation, schema, actual, truth } = judgment;
  const delivered = new Set(actual.parts.map(({ label }) => label));
  const labels = labelsOf(operation);
  const ignored = labels.filter((label) => !delivered.has(label));
  let first: Verdict | undefined;
  for (const labels of subsets([...delivered])) {
    const inlined = new Set([...ignored, ...labels]);
    const expected = partsOf(await truth(removeDefers(operation, schema, inlined)));
    const verdict = compare(actual, expected, inlined);
    if (verdict.kind !== 'wrong') return verdict;
    first ??= verdict;
    // Without errors, all interpretations are equal.
    if (expected.errors.length === 0) break;
  }
  return first ?? { kind: 'right' };
}

function compare(actual: PartsOfResponse, expected: PartsOfResponse, inlined: ReadonlySet<string>): Verdict {
  const places = new Map(actual.parts.map((part, index) => [placementOf(part), index]));
  const inOrder = expected.parts.toSorted(
    (one, other) => (places.get(placementOf(one)) ?? 0) - (places.get(placementOf(other)) ?? 0),
  );
  const merged = { actual: merge(actual.data, actual.parts), expected: merge(expected.data, inOrder) };
  const results = {
    actual: { data: sorted(merged.actual), errors: inFailedParts(actual.errors, merged.actual) },
    expected: { data: sorted(merged.expected), errors: inFailedParts(expected.errors, merged.expected) },
  } as unknown as { actual: ExecutionResult; expected: ExecutionResult }; // Errors in their serialized form.
  const rejection = rejectedInPart(results.actual, results.expected);
  if (rejection !== undefined) return { kind: 'rejected', reason: rejection };
  const reason = difference(results.actual, results.expected) ?? missingPart(actual, expected, inlined);
  return reason === undefined
    ? { kind: 'right', isInParts: actual.parts.length > 0 }
    : { kind: 'wrong', reason: `${reason}; parts ${JSON.stringify(actual)}` };
}

/**
 * Errors of paths without data belong to a failed part. If several fields failed there, it depends on timing which one
 * is reported.
 */
function inFailedParts(errors: PartsOfResponse['errors'], data: Json | null): PartsOfResponse['errors'] {
  return errors.map((error) => {
    let value: unknown = data;
    for (const [index, step] of (error.path ?? []).entries()) {
      if (!isContainer(value)) break;
      value = value[step];
      if (value === undefined) return { ...error, message: 'a part failed', path: error.path?.slice(0, index) ?? [] };
    }
    return error;
  });
}

/** A part that only one of the two results contains. */
function missingPart(
  actual: PartsOfResponse,
  expected: PartsOfResponse,
  inlined: ReadonlySet<string>,
): string | undefined {
  const own = actual.parts.filter(({ label }) => !inlined.has(label)).map(placementOf);
  const expectedPlaces = expected.parts.map(placementOf);
  const repeated = own.find((place, index) => own.indexOf(place) !== index);
  if (repeated !== undefined) return `delivered twice: ${repeated}`;
  const delivered = new Set(own);
  const missing = expectedPlaces.find((place) => !delivered.has(place));
  // Parts within a failed part are not delivered, and the expected result can contain more of them.
  if (missing !== undefined && expected.errors.length === 0) return `not delivered: ${missing}`;
  const extra = own.find((place) => !expectedPlaces.includes(place));
  return extra !== undefined && expected.errors.length === 0 ? `delivered: ${extra}` : undefined;
}

function placementOf({ label, path }: Part): string {
  return `${label} at ${JSON.stringify(path)}`;
}

/** The data of a client after all parts: a null remains null, and a part that contradicts earlier data is ignored. */
function merge(data: Json | null, parts: readonly Part[]): Json | null {
  const merged = structuredClone(data);
  for (const { path, data: added } of parts) {
    const target = path.reduce<unknown>((value, step) => (value as Json | null | undefined)?.[step], merged);
    if (isContainer(target) && added !== null && !contradicts(target, added)) mergeInto(target, structuredClone(added));
  }
  return merged;
}

function mergeInto(target: Json, source: Json): void {
  for (const [key, value] of Object.entries(source)) {
    const existing = target[key];
    if (existing === undefined) target[key] = value;
    else if (isContainer(existing) && isContainer(value)) mergeInto(existing, value);
  }
}

function contradicts(existing: Json, added: Json): boolean {
  return Object.entries(added).some(([key, value]) => {
    const before = existing[key];
    if (before === undefined || before === null) return false;
    return value === null || (isContainer(before) && isContainer(value) && contradicts(before, value));
  });
}

function isContainer(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}

function labelsOf({ document }: Operation): string[] {
  const labels: string[] = [];
  const add = (node: Parameters<typeof labelOf>[0]): void => {
    const label = node.directives?.some(isDefer) ? labelOf(node) : undefined;
    if (label !== undefined) labels.push(label);
  };
  visit(parse(document, { noLocation: true }), { FragmentSpread: add, InlineFragment: add });
  return labels;
}

/** All subsets, smallest first; of many items only the empty set and the whole set. */
function* subsets(items: readonly string[]): Generator<readonly string[]> {
  if (items.length > 6) {
    yield [];
    yield items;
    return;
  }
  const all = Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((_item, index) => bits & (1 << index)),
  );
  yield* all.sort((one, other) => one.length - other.length);
}
