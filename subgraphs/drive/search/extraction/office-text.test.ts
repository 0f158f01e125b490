import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { DocumentFormat, UnreadableReason } from '../vocabulary.js';
import { extractText } from './extract.js';

type Parts = Readonly<Record<string, string>>;

async function documentOf(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream);
}

async function extract(parts: Parts, limits: { maxCharacters?: number; maxDecompressedBytes?: number } = {}) {
  return await extractText(await documentOf(parts), { maxCharacters: 1e6, maxDecompressedBytes: 1e6, ...limits });
}

async function textOf(parts: Parts, format: DocumentFormat): Promise<string> {
  const extraction = await extract(parts);
  expect(extraction).toMatchObject({ outcome: 'extracted', format, isCut: false });
  return (extraction as { text: string }).text;
}

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`;
const word = (content: string) => `<w:document>${content}</w:document>`;
const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
const presentation = { 'ppt/presentation.xml': '<p:presentation/>' };

describe('the text of a Word document', () => {
  test.each([
    ['a line for each paragraph', paragraph('one') + paragraph('two'), 'one\ntwo'],
    ['the runs of a paragraph in one line', `<w:p>${run('one')} ${run('two')}</w:p>`, 'onetwo'],
    ['tabs', `<w:p>${run('one')}<w:tab/>${run('two')}</w:p>`, 'one\ttwo'],
    ['line breaks', `<w:p>${run('one')}<w:br/>${run('two')}<w:cr/>${run('three')}</w:p>`, 'one\ntwo\nthree'],
    ['no deleted text', `<w:p><w:del><w:r><w:delText>no</w:delText></w:r></w:del>${run('yes')}</w:p>`, 'yes'],
    ['no instructions of fields', `<w:p><w:r><w:instrText>PAGE</w:instrText></w:r>${run('7')}</w:p>`, '7'],
    [
      'no repetitions for older applications',
      `<mc:AlternateContent><mc:Choice>${paragraph('new')}</mc:Choice><mc:Fallback>${paragraph('old')}</mc:Fallback></mc:AlternateContent>${paragraph('end')}`,
      'new\nend',
    ],
    [
      'no text after a repetition within a repetition',
      `<mc:Fallback><mc:Fallback>${paragraph('a')}</mc:Fallback>${paragraph('b')}</mc:Fallback>${paragraph('end')}`,
      'end',
    ],
    ['the text of elements without a prefix', '<p><r><t>one</t></r></p>', 'one'],
  ])('has %s', async (_, body, expected) => {
    expect(await textOf({ 'word/document.xml': word(body) }, DocumentFormat.DOCX)).toBe(expected);
  });

  test('has the body first, then headers, footers, notes and comments, each in the order of their numbers', async () => {
    const parts = {
      'word/comments.xml': run('comment'),
      'word/endnotes.xml': run('endnote'),
      'word/footnotes.xml': run('footnote'),
      'word/header10.xml': run('header 10'),
      'word/header9.xml': run('header 9'),
      'word/footer1.xml': run('footer'),
      'word/styles.xml': run('style'),
      'word/other/document.xml': run('other'),
      'other/word/header1.xml': run('other'),
      'word/header1.xml.rels': run('other'),
      'word/document2.xml': run('body'),
    };
    const text = await textOf(parts, DocumentFormat.DOCX);
    expect(text).toBe('body\nfooter\nheader 9\nheader 10\ncomment\nendnote\nfootnote');
  });

  test('has letters that are divided between two decompressed chunks', async () => {
    const letters = 'ł'.repeat(100_000);
    const parts = { 'word/document.xml': word(run(`x${letters}`) + run(letters)) };
    expect(await textOf(parts, DocumentFormat.DOCX)).toBe(`x${letters}${letters}`);
  });
});

test('the text of a presentation has the slides in the order of their numbers, then the notes', async () => {
  const parts = {
    ...presentation,
    'ppt/notesSlides/notesSlide1.xml': slide('note'),
    'ppt/slides/slide10.xml': slide('ten'),
    'ppt/slides/slide2.xml': slide('two'),
    'ppt/slides/_rels/slide2.xml.rels': slide('other'),
    'ppt/slideLayouts/slideLayout1.xml': slide('Click to edit'),
  };
  expect(await textOf(parts, DocumentFormat.PPTX)).toBe('two\nten\nnote');
});

describe('the text of a workbook', () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

  async function workbookText(parts: Parts): Promise<string> {
    const names =
      '<workbook><sheets>\n<sheet name="First"/><other name="x"/><sheet/><sheet name="Second"/></sheets></workbook>';
    const text = await textOf({ 'xl/workbook.xml': names, ...parts }, DocumentFormat.XLSX);
    expect(text.slice(0, 12)).toBe('First\nSecond');
    return text.slice(13);
  }

  test.each([
    ['numbers', '<row><c><v>1</v></c><c><v>2.5</v></c></row><row><c><v>3</v></c></row>', '1\t2.5\n3'],
    ['no empty cells', '<row><c><v>1</v></c><c/><c><v/></c><c><v>2</v></c></row>', '1\t2'],
    ['results of formulas without their source', '<row><c><f>1+1</f><v>2</v></c></row>', '2'],
    ['no space between elements', '<row> <c> <v>1</v> </c> <c> <v>2</v> </c> </row>', '1\t2'],
    ['strings within a cell', '<row><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>', 'ab'],
    ['shared strings', '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c><v>1</v></c></row>', 'two runs\tone\t1'],
    ['an empty cell for an unknown shared string', '<row><c t="s"><v>7</v></c><c><v>1</v></c></row>', '\t1'],
  ])('has %s', async (_, rows, expected) => {
    const strings =
      '<sst><si><t>one</t><rPh> <t>hint</t></rPh></si> <si> <r><rPr/><t>two </t></r> <r><t>runs</t></r></si></sst>';
    const parts = { 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': sheet(rows) };
    expect(await workbookText(parts)).toBe(expected);
  });

  test('has the sheets in the order of their numbers, then the comments', async () => {
    const cell = (value: number) => sheet(`<row><c><v>${value}</v></c></row>`);
    const parts = {
      'xl/comments1.xml':
        '<comments><authors><author><t>x</t></author></authors><comment><text><r><t>a</t></r></text></comment><comment><text><t>b</t></text></comment></comments>',
      'xl/comments10.xml': '<comments><comment><text><t>c</t></text></comment></comments>',
      'xl/comments1.xml.bak': '<comments><comment><text><t>x</t></text></comment></comments>',
      'other/xl/comments1.xml': '<comments><comment><text><t>x</t></text></comment></comments>',
      'xl/worksheets/sheet10.xml': cell(10),
      'xl/worksheets/sheet9.xml': cell(9),
      'xl/worksheets/_rels/sheet9.xml.rels': cell(0),
      'xl/worksheets/sheet9.xml.bak': cell(0),
      'other/xl/worksheets/sheet9.xml': cell(0),
      'xl/chartsheets/sheet1.xml': cell(0),
    };
    expect(await workbookText(parts)).toBe('9\n10\na\nb\nc');
  });

  test('has shared strings of up to 16,000,000 characters, and no further ones', async () => {
    const long = 'x'.repeat(15_999_997);
    const strings = `<sst>${['a', 'b', long, 'd', 'e'].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
    const cells = [0, 1, 3, 4].map((index) => `<c t="s"><v>${index}</v></c>`).join('');
    const parts = {
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': strings,
      'xl/worksheets/sheet1.xml': sheet(`<row>${cells}</row>`),
    };
    expect(await extract(parts, { maxDecompressedBytes: 2e7 })).toMatchObject({ text: 'a\tb\td' });
  });
});

describe('a document', () => {
  const body = { 'word/document.xml': word(paragraph('text')) };

  test('can have the maximum size when it is decompressed, in all parts together', async () => {
    const parts = { ...body, 'word/footnotes.xml': run('note') };
    const size = Object.values(parts).join('').length;
    expect(await extract(parts, { maxDecompressedBytes: size })).toMatchObject({ text: 'text\nnote' });
    expect(await extract(parts, { maxDecompressedBytes: size - 1 })).toEqual({
      ...{ outcome: 'unreadable', reason: UnreadableReason.TOO_LARGE, format: DocumentFormat.DOCX },
      detail: `the decompressed document exceeds ${size - 1} bytes`,
    });
  });

  test('can have the maximum number of parts', async () => {
    const limits = { maxCharacters: 100, maxDecompressedBytes: 1000 };
    const document = await documentOf(body);
    expect(await extractText(withParts(document, 10_000), limits)).toMatchObject({ text: 'text' });
    expect(await extractText(withParts(document, 10_001), limits)).toMatchObject({
      ...{ outcome: 'unreadable', reason: UnreadableReason.DAMAGED, format: null },
      detail: 'the ZIP file of the document cannot be read: it contains more than 10000 files',
    });
  });

  /** Repeats the only entry of an archive under other names until the archive has `count` entries. */
  function withParts(archive: Buffer, count: number): Buffer {
    const [directory, end] = [archive.indexOf('PK\x01\x02'), archive.indexOf('PK\x05\x06')];
    const entries = Array.from({ length: count }, (_, index) => {
      const entry = Buffer.from(archive.subarray(directory, end));
      if (index > 0) entry.write(String(index).padStart(17, '0'), 46);
      return entry;
    });
    const endRecord = Buffer.from(archive.subarray(end));
    endRecord.writeUInt16LE(count, 8);
    endRecord.writeUInt16LE(count, 10);
    endRecord.writeUInt32LE(count * (end - directory), 12);
    return Buffer.concat([archive.subarray(0, directory), ...entries, endRecord]);
  }

  test('can have the maximum depth of elements', async () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + run('deep') + '</a>'.repeat(depth);
    const flat = '<a/>'.repeat(2000);
    expect(await extract({ 'word/document.xml': flat + nested(998) })).toMatchObject({ text: 'deep' });
    expect(await extract({ 'word/document.xml': nested(999) })).toMatchObject({
      ...{ reason: UnreadableReason.DAMAGED, format: DocumentFormat.DOCX },
      detail: 'the XML elements of the document are nested in more than 1000 levels',
    });
  });

  test('is reported as encrypted if a part requires a password', async () => {
    const bytes = await documentOf(body);
    // General purpose bit 0 of the entry in the directory (APPNOTE.TXT, section 4.4.4).
    const flags = bytes.indexOf('PK\x01\x02') + 8;
    bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 1, flags);
    expect(await extractText(bytes, { maxCharacters: 100, maxDecompressedBytes: 1000 })).toMatchObject({
      ...{ outcome: 'unreadable', reason: UnreadableReason.ENCRYPTED, detail: 'the document requires a password' },
    });
  });

  test('is reported as damaged if a part cannot be decompressed', async () => {
    const bytes = await documentOf(body);
    bytes.fill(0xff, 30 + 'word/document.xml'.length, 40 + 'word/document.xml'.length);
    expect(await extractText(bytes, { maxCharacters: 100, maxDecompressedBytes: 1000 })).toMatchObject({
      ...{ outcome: 'unreadable', reason: UnreadableReason.DAMAGED, format: DocumentFormat.DOCX },
      detail: expect.stringMatching(/^the ZIP file of the document cannot be read: ./),
    });
  });

  test('is not supported if it is another ZIP file', async () => {
    const parts = { 'word/document.xml.txt': 'x', 'a/word/document.xml': 'x' };
    expect(await extract(parts)).toEqual({
      ...{ outcome: 'unreadable', reason: UnreadableReason.UNSUPPORTED, format: null },
      detail: 'the ZIP file is not an Office document',
    });
  });
});
