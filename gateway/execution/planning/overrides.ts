import type { DocumentNode } from 'graphql';
import { argumentOf, directivesNamed } from './join-directives.js';

/** Reads the labels of progressive overrides (`@override(label:)`) from a supergraph, sorted. */
export function readOverrideLabels(supergraph: DocumentNode): readonly string[] {
  const fields = directivesNamed(supergraph, 'join__field');
  return [...new Set(fields.flatMap((field) => argumentOf(field, 'overrideLabel') ?? []))].sort();
}

/**
 * Whether a label is active for a request. `percent(n)` is active for n percent of the requests; all labels of a
 * request use one share, a number from 0 to 1, so an operation has at most one plan more than there are labels. Any
 * other label is active if it is configured.
 */
export function isLabelActive(
  label: string,
  { share, active }: { share: number; active: ReadonlySet<string> },
): boolean {
  const [, percent] = /^percent\((\d+(?:\.\d+)?)\)$/.exec(label) ?? [];
  return percent === undefined ? active.has(label) : share * 100 < Number(percent);
}
