/**
 * The parameters that `executeStatement` sends with these values of the driver: it gives the driver all of them as one
 * value, and sets them as a property of the query.
 */
export function sentParameters(values: readonly { readonly value?: readonly unknown[] }[]): never[] {
  return [...(values[0]?.value ?? [])] as never[]; // The driver has sent them before.
}
