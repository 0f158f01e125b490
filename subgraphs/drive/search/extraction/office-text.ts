import { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import { UnreadableError } from './extraction.js';
import type { TextSink } from './text-sink.js';
import { readWorkbook } from './workbook-text.js';
import { XmlParts } from './xml-parts.js';

/** Name patterns of the parts of a Word document that contain text, the body first. */
const wordParts = [
  /^word\/document\d*\.xml$/,
  /^word\/(header|footer)\d*\.xml$/,
  /^word\/(footnotes|endnotes|comments)\.xml$/,
];
const slideParts = [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/];

/** Opens an Office Open XML document (ECMA-376); returns its format and a function that reads its text. */
export async function openOfficeDocument(
  bytes: Buffer,
  maxDecompressedBytes: number,
): Promise<{ format: DocumentFormat; read(sink: TextSink): Promise<void> }> {
  const parts = await XmlParts.open(bytes, maxDecompressedBytes);
  if (parts.names(/^word\/document\d*\.xml$/).length > 0)
    return { format: DocumentFormat.DOCX, read: (sink) => readParagraphs({ parts, patterns: wordParts, sink }) };
  if (parts.has('ppt/presentation.xml'))
    return { format: DocumentFormat.PPTX, read: (sink) => readParagraphs({ parts, patterns: slideParts, sink }) };
  if (parts.has('xl/workbook.xml')) return { format: DocumentFormat.XLSX, read: (sink) => readWorkbook(parts, sink) };
  throw new UnreadableError(UnreadableReason.UNSUPPORTED, 'the ZIP file is not an Office document');
}

/**
 * Reads paragraphs of WordprocessingML and DrawingML, both of which use the element `p` for paragraphs and `t` for
 * text. Skips `Fallback` elements, which repeat text for older applications, and `delText` elements, which contain
 * deleted text.
 */
async function readParagraphs(options: {
  parts: XmlParts;
  patterns: readonly RegExp[];
  sink: TextSink;
}): Promise<void> {
  const { parts, patterns, sink } = options;
  for (const name of patterns.flatMap((pattern) => parts.names(pattern))) {
    let fallbacks = 0;
    let isText = false;
    await parts.read(name, {
      onOpen(element) {
        if (element === 'Fallback') fallbacks++;
        isText = element === 't' && fallbacks === 0;
        if (element === 'tab') sink.add('\t');
        else if (element === 'br' || element === 'cr') sink.endLine();
      },
      onText(text) {
        if (isText) sink.add(text);
      },
      onClose(element) {
        isText = false;
        if (element === 'Fallback') fallbacks--;
        else if (element === 'p') sink.endLine();
      },
    });
    sink.endLine();
  }
}
