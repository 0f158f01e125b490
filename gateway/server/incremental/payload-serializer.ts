import type { DeliveredPart, PendingPart, SubsequentResult } from '../../execution/index.js';
import type { IncrementalFormat } from '../media-types.js';

/** A result as clients see it, with masked errors. */
export type MaskedResult = Readonly<Record<string, unknown>>;

/** Returns the masked errors and the extensions of a part, if there are any. */
type MaskPart = (part: DeliveredPart) => MaskedResult;

/** Serializes the payloads of one incremental response. */
export interface PayloadSerializer {
  initial(result: MaskedResult, pending: readonly PendingPart[]): object;
  subsequent(result: SubsequentResult, mask: MaskPart): object;
}

export function payloadSerializerOf(format: IncrementalFormat): PayloadSerializer {
  return format === 'deferSpec=20220824' ? serializerOf2022 : new IdentifyingSerializer();
}

/** Payloads as in the proposal of 2022-08-24: each part has its path and label. */
const serializerOf2022: PayloadSerializer = {
  initial: (result) => ({ ...result, hasNext: true }),
  subsequent({ parts, hasNext }, mask) {
    const incremental = parts.map((part) => {
      const { path, label } = part.pending;
      return { data: part.data, path, label, ...mask(part) };
    });
    return { incremental, hasNext };
  },
};

/** Payloads as in the proposal that graphql-js 17 implements: each pending part is announced with an id. */
class IdentifyingSerializer implements PayloadSerializer {
  readonly #ids = new Map<PendingPart, string>();

  initial(result: MaskedResult, pending: readonly PendingPart[]): object {
    return { ...result, pending: this.#announce(pending), hasNext: true };
  }

  subsequent({ parts, pending, hasNext }: SubsequentResult, mask: MaskPart): object {
    const newParts = this.#announce(pending);
    const incremental: object[] = [];
    const completed: object[] = [];
    for (const part of parts) {
      const id = this.#ids.get(part.pending);
      const result = mask(part);
      if (part.data === null) {
        // The client must be informed that the part failed, regardless of the reason.
        completed.push({ id, errors: result.errors ?? [] });
      } else {
        incremental.push({ id, data: part.data, ...result });
        completed.push({ id });
      }
    }
    return {
      ...(newParts.length > 0 && { pending: newParts }),
      ...(incremental.length > 0 && { incremental }),
      completed,
      hasNext,
    };
  }

  #announce(pending: readonly PendingPart[]): object[] {
    return pending.map((part) => {
      const id = String(this.#ids.size);
      this.#ids.set(part, id);
      return { id, path: part.path, label: part.label };
    });
  }
}
