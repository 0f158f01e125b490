// biome-ignore lint/suspicious/noExplicitAny: verbs take requests and inputs of every kind
type Verb<Dependencies> = (dependencies: Dependencies, ...rest: any[]) => unknown;

type WithoutFirst<Function> = Function extends (first: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The verbs of a domain without the dependencies that each takes first: the face of its service. */
export type BoundVerbs<Verbs> = { readonly [Name in keyof Verbs]: WithoutFirst<Verbs[Name]> };

/** Gives all verbs of a domain what they work with. */
export function bindVerbs<Dependencies, Verbs extends Readonly<Record<string, Verb<Dependencies>>>>(
  verbs: Verbs,
  dependencies: Dependencies,
): BoundVerbs<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, dependencies)]);
  return Object.fromEntries(bound) as BoundVerbs<Verbs>; // Under each name its verb, bound.
}
