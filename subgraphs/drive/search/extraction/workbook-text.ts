import type { TextSink } from './text-sink.js';
import type { XmlParts } from './xml-parts.js';

/**
 * Maximum total length of the shared strings to keep in memory, in characters; further strings are treated as empty.
 */
const maxSharedCharacters = 16_000_000;

/** Reads the text of a workbook: the names of its sheets, each row as a line with tab-separated cells, and comments. */
export async function readWorkbook(parts: XmlParts, sink: TextSink): Promise<void> {
  await parts.read('xl/workbook.xml', {
    onOpen(element, { name }) {
      if (element !== 'sheet' || name === undefined) return;
      sink.add(name);
      sink.endLine();
    },
  });
  const strings = await readSharedStrings(parts);
  for (const name of parts.names(/^xl\/worksheets\/sheet\d+\.xml$/)) await readSheet({ parts, name, strings, sink });
  for (const name of parts.names(/^xl\/comments\d*\.xml$/)) {
    await readStrings(parts, { name, item: 'comment', onString: (text) => sink.add(`${text}\n`) });
  }
}

async function readSharedStrings(parts: XmlParts): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  await readStrings(parts, {
    ...{ name: 'xl/sharedStrings.xml', item: 'si' },
    onString(text) {
      characters += text.length;
      strings.push(characters > maxSharedCharacters ? '' : text);
    },
  });
  return strings;
}

/**
 * Reads strings, each of which may consist of several runs (`t`). Skips phonetic hints (`rPh`), which repeat the text.
 */
async function readStrings(
  parts: XmlParts,
  { name, item, onString }: { name: string; item: string; onString: (text: string) => void },
): Promise<void> {
  let runs: string[] = [];
  let isText = false;
  let hints = 0;
  await parts.read(name, {
    onOpen(element) {
      if (element === 'rPh') hints++;
      if (element === item) runs = [];
      isText = element === 't' && hints === 0;
    },
    onText(text) {
      if (isText) runs.push(text);
    },
    onClose(element) {
      isText = false;
      if (element === 'rPh') hints--;
      else if (element === item) onString(runs.join(''));
    },
  });
}

async function readSheet(options: {
  parts: XmlParts;
  name: string;
  strings: readonly string[];
  sink: TextSink;
}): Promise<void> {
  const { parts, name, strings, sink } = options;
  let isShared = false;
  let isValue = false;
  let value = '';
  let cells = 0;
  await parts.read(name, {
    onOpen(element, attributes) {
      if (element === 'row') cells = 0;
      else if (element === 'c') [isShared, value] = [attributes.t === 's', ''];
      isValue = element === 'v' || element === 't';
    },
    onText(text) {
      if (isValue) value += text;
    },
    onClose(element) {
      isValue = false;
      if (element === 'row') sink.endLine();
      if (element !== 'c' || value === '') return;
      if (cells++ > 0) sink.add('\t');
      sink.add(isShared ? (strings[Number(value)] ?? '') : value);
    },
  });
}
