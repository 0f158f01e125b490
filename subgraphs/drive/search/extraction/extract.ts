import { messageOf } from '../../../../platform/message-of.js';
import { familyOf, headBytes } from '../rules/content-format.js';
import { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import { type Extraction, isOutOfMemory, type ReadRequest, UnreadableError, unreadable } from './extraction.js';
import { readHtml } from './html-text.js';
import { openOfficeDocument } from './office-text.js';
import { readPdf } from './pdf-text.js';
import { declaredEncoding, decodeText } from './plain-text.js';
import { SinkFullError, TextSink } from './text-sink.js';

/**
 * Name of the compound file entry that contains an encrypted Office document ([MS-OFFCRYPTO], section 2.3.4.4), in
 * UTF-16.
 */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
const maxDetailCharacters = 300;

/** Extracts up to `maxCharacters` of the text of a document; if it cannot be read, returns the reason. */
export async function extractText(bytes: Buffer, limits: Omit<ReadRequest, 'size'>): Promise<Extraction> {
  const sink = new TextSink(limits.maxCharacters);
  let format: DocumentFormat | null = null;
  try {
    const reader = await readerOf(bytes, limits);
    format = reader.format;
    await reader.read(sink);
  } catch (error) {
    if (!(error instanceof SinkFullError)) return { ...failureOf(error), format };
  }
  // A format is known unless the reader has thrown.
  if (format === null) throw new Error('the format of the document is not known');
  return { outcome: 'extracted', format, text: sink.text(), isCut: sink.isCut };
}

function failureOf(error: unknown): Extraction & { outcome: 'unreadable' } {
  // A parser may repeat bytes of the document in its message.
  const detail = messageOf(error)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxDetailCharacters)
    .toWellFormed();
  return unreadable(reasonOf(error), detail);
}

function reasonOf(error: unknown): UnreadableReason {
  if (error instanceof UnreadableError) return error.reason;
  return isOutOfMemory(error) ? UnreadableReason.OUT_OF_MEMORY : UnreadableReason.DAMAGED;
}

interface Reader {
  readonly format: DocumentFormat;
  read(sink: TextSink): Promise<void> | void;
}

async function readerOf(
  bytes: Buffer,
  { maxCharacters, maxDecompressedBytes }: Omit<ReadRequest, 'size'>,
): Promise<Reader> {
  // Even in UTF-16 and with tags, these bytes can exceed the maximum number of characters, so the sink detects an
  // excess.
  const start = bytes.subarray(0, 8 * maxCharacters);
  const isCut = start.length < bytes.length;
  switch (familyOf(bytes.subarray(0, headBytes))) {
    case 'pdf':
      return { format: DocumentFormat.PDF, read: (sink) => readPdf(new Uint8Array(bytes), sink) };
    case 'zip':
      return await openOfficeDocument(bytes, maxDecompressedBytes);
    case 'html': {
      const html = decodeText(start, { declared: declaredEncoding(bytes), isCut });
      return { format: DocumentFormat.HTML, read: (sink) => readHtml(html, sink) };
    }
    case 'text': {
      const text = decodeText(start, { isCut });
      return { format: DocumentFormat.TEXT, read: (sink) => sink.add(text) };
    }
    case 'compound':
      if (bytes.includes(encryptedPackage))
        throw new UnreadableError(UnreadableReason.ENCRYPTED, 'the document requires a password');
      throw new UnreadableError(UnreadableReason.UNSUPPORTED, 'the format Office 97–2003 is not supported');
    case 'other':
      throw new UnreadableError(UnreadableReason.UNSUPPORTED, 'the format of the document is not supported');
  }
}
