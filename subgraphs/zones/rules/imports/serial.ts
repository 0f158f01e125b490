/**
 * True when a serial must not follow another: it is smaller in the arithmetic of RFC 1982, or neither is smaller
 * (they are exactly half the numbers apart). The same serial may come again.
 */
export function isBehind(serial: number, previous: number): boolean {
  const distance = (serial - previous) >>> 0;
  return distance >= 2 ** 31;
}
