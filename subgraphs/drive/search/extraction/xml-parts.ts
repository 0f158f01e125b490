import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { messageOf } from '../../../../platform/message-of.js';
import { UnreadableReason } from '../vocabulary.js';
import { isOutOfMemory, UnreadableError } from './extraction.js';

const maxParts = 10_000;
const maxDepth = 1000;

/** Handler of parser events of an XML part. Element names have no namespace prefix. */
export interface PartHandler {
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

/** The parts of an Office document (ECMA-376, part 2): XML files in a ZIP file. */
export class XmlParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxDecompressedBytes: number;
  #decompressedBytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxDecompressedBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#maxDecompressedBytes = maxDecompressedBytes;
  }

  static async open(bytes: Buffer, maxDecompressedBytes: number): Promise<XmlParts> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
        if (entries.size > maxParts) throw new Error(`it contains more than ${maxParts} files`);
      }
      return new XmlParts(zip, entries, maxDecompressedBytes);
    } catch (error) {
      throw damagedError(error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Names of the parts that match a pattern, ordered by the number in the name. */
  names(pattern: RegExp): string[] {
    const numberOf = (name: string) => Number(/\d+(?=\.xml$)/.exec(name)?.[0] ?? 0);
    return [...this.#entries.keys()].filter((name) => pattern.test(name)).toSorted((a, b) => numberOf(a) - numberOf(b));
  }

  /** Parses a part; does nothing if there is no part with this name. Rejects with errors that the handler throws. */
  async read(name: string, handler: PartHandler): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    if (entry.isEncrypted()) throw new UnreadableError(UnreadableReason.ENCRYPTED, 'the document requires a password');
    const parser = parserOf(handler);
    const decoder = new TextDecoder();
    for await (const chunk of this.#decompress(entry)) parser.write(decoder.decode(chunk, { stream: true }));
    parser.end(decoder.decode());
  }

  async *#decompress(entry: Entry): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        this.#decompressedBytes += chunk.length;
        if (this.#decompressedBytes > this.#maxDecompressedBytes) {
          const detail = `the decompressed document exceeds ${this.#maxDecompressedBytes} bytes`;
          throw new UnreadableError(UnreadableReason.TOO_LARGE, detail);
        }
        yield chunk;
      }
    } catch (error) {
      throw damagedError(error);
    }
  }
}

function parserOf(handler: PartHandler): Parser {
  let depth = 0;
  const localName = (name: string) => name.slice(name.indexOf(':') + 1);
  return new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth)
          throw new UnreadableError(
            UnreadableReason.DAMAGED,
            `the XML elements of the document are nested in more than ${maxDepth} levels`,
          );
        handler.onOpen(localName(name), attributes);
      },
      ontext: (text) => handler.onText?.(text),
      onclosetag(name) {
        depth--;
        handler.onClose?.(localName(name));
      },
    },
    { xmlMode: true },
  );
}

/**
 * Converts an error to an `UnreadableError` for a damaged document. Returns an out-of-memory error of V8 unchanged,
 * because the document may be valid.
 */
function damagedError(error: unknown): unknown {
  if (error instanceof UnreadableError || isOutOfMemory(error)) return error;
  const message = messageOf(error);
  return new UnreadableError(UnreadableReason.DAMAGED, `the ZIP file of the document cannot be read: ${message}`);
}
