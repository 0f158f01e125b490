type Properties = Readonly<Record<string, unknown>>;

/**
 * Implements `$select` of OData: reduces an item, or the items of a page, to the named properties. The graph has
 * already rejected unknown names. The name of a property's member, such as `file/hashes`, selects the whole property.
 * @param options.always properties that are not omitted if others are selected
 */
export function selectionOf(select: string, { always }: { always: readonly string[] }): (body: unknown) => unknown {
  const names = new Set([...always, ...select.split(',').map((name) => name.trim().split('/', 1)[0] ?? '')]);
  if (names.has('*')) return (body) => body;
  const pick = (item: unknown): unknown =>
    Object.fromEntries(Object.entries(item as Properties).filter(([name]) => names.has(name)));
  return function finish(body) {
    const { value } = body as Properties;
    return Array.isArray(value) ? { ...(body as Properties), value: value.map(pick) } : pick(body);
  };
}
