import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../platform/temporary-folder.js';

/** Maximum number of bytes in memory; a larger spool is a file. */
const maxMemoryBytes = 8 << 20;
const defaultPieceBytes = 1 << 20;

/** Bytes that are written once and read again: in memory while they are few, otherwise in an anonymous file. */
export class Spool {
  /** Number of bytes added. */
  length = 0;
  #file: FileHandle | undefined;
  #pieces: Buffer[] = [];
  #memoryBytes = 0;

  /** Adds bytes or ASCII text; await it to bound the memory. */
  async add(data: Buffer | string): Promise<void> {
    this.#pieces.push(typeof data === 'string' ? Buffer.from(data, 'latin1') : data);
    this.#memoryBytes += data.length;
    this.length += data.length;
    if (this.#memoryBytes > maxMemoryBytes) await this.#flush();
  }

  /** Reads the bytes between two offsets in pieces; by default, all bytes. */
  async *read(start = 0, end = this.length, pieceSize = defaultPieceBytes): AsyncGenerator<Buffer> {
    if (this.#file === undefined) {
      const bytes = Buffer.concat(this.#pieces);
      this.#pieces = [bytes];
      for (let at = start; at < end; at += pieceSize) yield bytes.subarray(at, Math.min(at + pieceSize, end));
      return;
    }
    await this.#flush();
    for (let at = start; at < end; ) {
      const length = Math.min(pieceSize, end - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) throw new Error('a temporary file is shorter than the data written to it');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#pieces = [];
  }

  async #flush(): Promise<void> {
    this.#file ??= await anonymousFile();
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#memoryBytes = 0;
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
  }
}

/** Opens a file that is deleted when the process ends, however it ends. */
async function anonymousFile(): Promise<FileHandle> {
  const folder = temporaryFolder('rampart-import-');
  try {
    return await open(join(folder, 'spool'), 'w+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
