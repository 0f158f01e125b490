import type { DeliveredPart, Delivery, PendingPart } from '../../execution/index.js';
import type { IncrementalFormat } from '../media-types.js';

/** A result as clients see it, with masked errors. */
export type ShownResult = Readonly<Record<string, unknown>>;

/** Converts a part to the form that clients see: with masked errors and, if there are any, extensions. */
type ShowPart = (part: DeliveredPart) => ShownResult;

/** Serializes the payloads of one incremental response. */
export interface Payloads {
  initial(result: ShownResult, pending: readonly PendingPart[]): object;
  delivery(delivery: Delivery, show: ShowPart): object;
}

export function payloadsIn(format: IncrementalFormat): Payloads {
  return format === 'deferSpec=20220824' ? payloadsOf2022 : new IdentifiedPayloads();
}

/** Payloads as in the proposal of 2022-08-24: each part has its path and label. */
const payloadsOf2022: Payloads = {
  initial: (result) => ({ ...result, hasNext: true }),
  delivery({ parts, hasNext }, show) {
    const incremental = parts.map((part) => {
      const { path, label } = part.pending;
      return { data: part.data, path, label, ...show(part) };
    });
    return { incremental, hasNext };
  },
};

/** Payloads as in the proposal that graphql-js 17 implements: each pending part is announced with an id. */
class IdentifiedPayloads implements Payloads {
  readonly #ids = new Map<PendingPart, string>();

  initial(result: ShownResult, pending: readonly PendingPart[]): object {
    return { ...result, pending: this.#announce(pending), hasNext: true };
  }

  delivery({ parts, pending, hasNext }: Delivery, show: ShowPart): object {
    const newParts = this.#announce(pending);
    const incremental: object[] = [];
    const completed: object[] = [];
    for (const part of parts) {
      const id = this.#ids.get(part.pending);
      const result = show(part);
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
