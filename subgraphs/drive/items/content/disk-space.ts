import { systemErrorCode, systemErrorReason } from '../../../../platform/system-error.js';

/** Reports that the disk of `data_dir`/drive has no room for content. */
class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Why content does not fit on the disk of `data_dir`/drive, or within the disk quota; undefined for other errors. */
export function fullDiskReason(error: unknown): string | undefined {
  if (error instanceof DiskFull) return error.message;
  if (!['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '')) return undefined;
  return `it does not fit on the disk of data_dir/drive: ${systemErrorReason(error)}`;
}

interface Reservation {
  /** The size that the part will have. */
  readonly size: number;
  /** The part, with the number of bytes that it has already. */
  readonly part: { readonly length: number };
}

/** The free space of the disk, and how much of it the open parts of this process will use. */
export class DiskSpace {
  readonly #freeBytes: () => Promise<number>;
  readonly #reservations = new Set<Reservation>();
  /** Resolves when a reservation ends. */
  #nextEnd = Promise.withResolvers<void>();

  /** @param freeBytes returns the number of bytes that parts may use, including those that are reserved */
  constructor(freeBytes: () => Promise<number>) {
    this.#freeBytes = freeBytes;
  }

  /**
   * Reserves the space that a part needs to become `size` bytes long. Returns a function that ends the reservation. If
   * only other reservations prevent it, waits until they end: parts that are uploaded to a bucket then leave the disk.
   * @throws an error with a `fullDiskReason` if the content does not fit
   */
  async reserve(reservation: Reservation): Promise<() => void> {
    for (;;) {
      const freeBytes = await this.#freeBytes();
      // Nothing is awaited before the reservation, because another part could reserve the same space.
      const remainingBytes = remainingBytesOf(reservation);
      const reservedBytes = [...this.#reservations].reduce((sum, other) => sum + remainingBytesOf(other), 0);
      if (remainingBytes <= freeBytes - reservedBytes) break;
      if (remainingBytes > freeBytes || this.#reservations.size === 0) {
        throw new DiskFull(
          `its remaining ${remainingBytes} bytes do not fit on the disk of data_dir/drive, which has room for ${Math.floor(freeBytes)} bytes; free some space`,
        );
      }
      await this.#nextEnd.promise;
    }
    this.#reservations.add(reservation);
    return () => this.#end(reservation);
  }

  #end(reservation: Reservation): void {
    if (!this.#reservations.delete(reservation)) return;
    this.#nextEnd.resolve();
    this.#nextEnd = Promise.withResolvers<void>();
  }
}

function remainingBytesOf({ size, part }: Reservation): number {
  return Math.max(0, size - part.length);
}
