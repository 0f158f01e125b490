/** A file to write to, such as a `FileHandle`. */
interface WritableFile<Bytes> {
  write(bytes: Bytes, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/** Writes all bytes at a position of a file, repeatedly if necessary, because a single write may be incomplete. */
export async function writeAll<Bytes extends Uint8Array>(
  file: WritableFile<Bytes>,
  bytes: Bytes,
  position: number,
): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset, position + offset);
    offset += bytesWritten;
  }
}
