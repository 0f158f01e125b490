/** Reduces an input for which the condition still holds, by removing parts of half its length, a quarter, and so on. */
export async function reduce(
  input: Buffer,
  options: { attempts: number; isStillGood(candidate: Buffer): Promise<boolean> },
): Promise<Buffer> {
  let best = input;
  let attempts = options.attempts;
  for (let length = Math.ceil(input.length / 2); length >= 1 && attempts > 0; length = Math.floor(length / 2)) {
    for (let start = 0; start < best.length && attempts > 0; attempts--) {
      const candidate = Buffer.concat([best.subarray(0, start), best.subarray(start + length)]);
      if (await options.isStillGood(candidate)) best = candidate;
      else start += length;
    }
  }
  return best;
}
