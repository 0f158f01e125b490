/**
 * Reads all bytes of a stream, such as the body of a response.
 * @param options.tooLarge the error for a stream of more than `maxBytes`, which is closed
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
