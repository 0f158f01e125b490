import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { UnreadableReason } from '../vocabulary.js';
import { extractText } from './extract.js';

async function document(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('<w:document/>'), 'word/document.xml');
  zip.end();
  return await buffer(zip.outputStream);
}

test.each([
  ['the directory', (bytes: Buffer) => bytes.length],
  ['a part', () => 30], // A local header without its name has 30 bytes.
])('a document is not reported as damaged if memory for %s is not available', async (_, sizeIn) => {
  const bytes = await document();
  const rejected = sizeIn(bytes);
  const allocate = vi.spyOn(Buffer, 'allocUnsafe').mockImplementation((size) => {
    if (size === rejected) throw new RangeError('Array buffer allocation failed');
    return Buffer.alloc(size);
  });
  onTestFinished(() => allocate.mockRestore());
  const extracted = await extractText(bytes, { maxCharacters: 100, maxDecompressedBytes: 1000 });
  expect(extracted).toMatchObject({ outcome: 'unreadable', reason: UnreadableReason.OUT_OF_MEMORY });
});
