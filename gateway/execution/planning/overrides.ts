import type { DocumentNode } from 'graphql';
import { argumentOf, directivesNamed } from './join-directives.js';

/** Reads the labels of progressive overrides (`@override(label:)`) from a supergraph, sorted. */
export function readOverrideLabels(supergraph: DocumentNode): readonly string[] {
  const fields = directivesNamed(supergraph, 'join__field');
  return [...new Set(fields.flatMap((field) => argumentOf(field, 'overrideLabel') ?? []))].sort();
}

/**
 * Whether an override label is active for a request. `percent(n)` is active for n percent of the requests. All labels
 * of a request are compared with the same `share`, a number from 0 to 1, so the number of plans of an operation exceeds
 * the number of labels by at most one. Any other label is active if it is configured.
 */
export function isLabelActive(
  label: string,
  { share, active }: { share: number; active: ReadonlySet<string> },
): boolean {
  const [, percent] = /^percent\((\d+(?:\.\d+)?)\)$/.exec(label) ?? [];
  return percent === undefined ? active.has(label) : share * 100 < Number(percent);
}
