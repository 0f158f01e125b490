import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { UnreadableReason } from '../vocabulary.js';
import { isOutOfMemory, UnreadableError } from './extraction.js';
import type { TextSink } from './text-sink.js';

/** Options that prevent PDF.js from evaluating code, drawing, and loading external resources. */
const options = {
  ...{ verbosity: 0, isEvalSupported: false, useSystemFonts: false, disableFontFace: true, enableXfa: false },
  ...{ useWorkerFetch: false, disableAutoFetch: true, maxImageSize: 0, stopAtErrors: false },
};

/** Loads the PDF library, which is otherwise loaded when the first PDF file is read. */
export async function loadPdfReader(): Promise<void> {
  await getResolvedPDFJS();
}

/**
 * Reads the text of a PDF file page by page, skipping damaged pages.
 * @throws {UnreadableError} if the file requires a password, or it or all its pages are damaged
 * @throws {Error} the out-of-memory error of V8, because other pages would also fail
 */
export async function readPdf(bytes: Uint8Array, sink: TextSink): Promise<void> {
  const document = await open(bytes);
  let unreadablePages = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const text = await textOf(document, number);
    if (text === undefined) unreadablePages++;
    else sink.add(text);
    sink.endLine();
  }
  if (unreadablePages > 0 && unreadablePages === document.numPages)
    throw new UnreadableError(UnreadableReason.DAMAGED, 'no page of the PDF file can be read');
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(bytes, options);
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (name === 'PasswordException')
      throw new UnreadableError(UnreadableReason.ENCRYPTED, 'the PDF file requires a password');
    throw new UnreadableError(UnreadableReason.DAMAGED, `the PDF file cannot be read: ${message}`);
  }
}

async function textOf(document: PdfDocument, number: number): Promise<string | undefined> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    return undefined;
  }
}
