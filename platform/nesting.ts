/** Whether arrays and objects are nested deeper than this; does not recurse, so any depth is safe. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; level <= levels; level++) {
    layer = layer.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (layer.length === 0) return false;
  }
  return layer.some((item) => typeof item === 'object' && item !== null);
}
