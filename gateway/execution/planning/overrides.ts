import { type DocumentNode, Kind, visit } from 'graphql';

/** Reads the labels of progressive overrides (`@override(label:)`) from a supergraph, sorted. */
export function readOverrideLabels(supergraph: DocumentNode): readonly string[] {
  const labels = new Set<string>();
  visit(supergraph, {
    Directive({ name, arguments: given = [] }) {
      const value = given.find((argument) => argument.name.value === 'overrideLabel')?.value;
      if (name.value === 'join__field' && value?.kind === Kind.STRING) labels.add(value.value);
    },
  });
  return [...labels].sort();
}

/**
 * Whether a label holds for a request. `percent(n)` holds for n percent of the requests; the share, a number from 0 to 1, is one for all labels of a
 * request: an operation has at most one plan more than there are labels. Any other label holds where it is active.
 */
export function labelHolds(label: string, { share, active }: { share: number; active: ReadonlySet<string> }): boolean {
  const [, percent] = /^percent\((\d+(?:\.\d+)?)\)$/.exec(label) ?? [];
  return percent === undefined ? active.has(label) : share * 100 < Number(percent);
}
