// biome-ignore lint/suspicious/noExplicitAny: operations take requests and inputs of every kind
type Operation<Dependencies> = (dependencies: Dependencies, ...rest: any[]) => unknown;

type OmitFirst<Function> = Function extends (first: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The interface of a domain's service: its operations without their first argument, the dependencies. */
export type BoundOperations<Operations> = { readonly [Name in keyof Operations]: OmitFirst<Operations[Name]> };

/** Binds all operations of a domain to its dependencies. */
export function bindOperations<Dependencies, Operations extends Readonly<Record<string, Operation<Dependencies>>>>(
  operations: Operations,
  dependencies: Dependencies,
): BoundOperations<Operations> {
  const bound = Object.entries(operations).map(([name, operation]) => [name, operation.bind(null, dependencies)]);
  return Object.fromEntries(bound) as BoundOperations<Operations>; // The object has the same names, with bound functions.
}
