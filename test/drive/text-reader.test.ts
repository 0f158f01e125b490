import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { projectRoot } from '../../platform/project-root.js';
import { createTextReader, readerLimits, type TextReader } from '../../subgraphs/drive/search/index.js';
import { readersOf, slowDocument } from './support/texts.js';

const limits = {
  ...readerLimits,
  maxMemoryBytes: 200 * 2 ** 20,
  maxCharacters: 2000,
  maxDecompressedBytes: 40 * 2 ** 20,
};
const readers: TextReader[] = [];
const readerWith = (input: Partial<typeof limits> = {}): TextReader => {
  const reader = createTextReader({ ...limits, ...input });
  readers.push(reader);
  return reader;
};
const shared = readerWith();
afterAll(() => {
  for (const reader of readers) reader.close();
});

function read(bytes: Buffer | string, reader = shared) {
  return reader.read({ stream: Readable.from([Buffer.from(bytes)]), size: Buffer.byteLength(bytes) });
}

/** A Word document with this body. */
async function createWordDocument(body: Iterable<string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml');
  zip.addReadStream(Readable.from(body, { objectMode: false }), 'word/document.xml');
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

function* repeat(part: string, count: number): Generator<Buffer> {
  const bytes = Buffer.from(part);
  for (let index = 0; index < count; index++) yield bytes;
}

const documentXml = (content: string): string =>
  `<w:document><w:body><w:p><w:r><w:t>${content}</w:t></w:r></w:p></w:body></w:document>`;

/** A PDF file with one page whose drawing has these bytes, and optionally rows of this length. */
function pdfWith(drawing: Buffer, rowBytes?: number): Buffer {
  const packed = deflateSync(rowBytes === undefined ? drawing : Buffer.concat([Buffer.from([0]), drawing]), {
    level: 9,
  });
  const rows = rowBytes === undefined ? '' : `/DecodeParms<</Predictor 15/BitsPerComponent 8/Columns ${rowBytes}>>`;
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n';
  const stream = `4 0 obj<</Length ${packed.length}/Filter/FlateDecode${rows}>>stream\n`;
  return Buffer.concat([Buffer.from(head + stream), packed, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>')]);
}

const fixture = (name: string): Buffer => readFileSync(join(projectRoot, 'test', 'fixtures', 'documents', name));
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000)]);

describe('a malicious or damaged document is reported', () => {
  const tooMuch = repeat(' '.repeat(1 << 20), 41);
  test.each<[what: string, bytes: () => Buffer | Promise<Buffer>, reason: string]>([
    ['a Word document of 41 MiB in some KB', () => createWordDocument(tooMuch), 'too_large'],
    // Above the limit while it is decoded and for minutes afterwards, so the watchdog sees it also on a busy machine.
    ['a PDF page of 150 MB in some KB', () => pdfWith(Buffer.alloc(150_000_000, 'q Q\n')), 'out_of_memory'],
    // The kernel rejects this memory immediately, before any of it is used.
    ['a PDF page with rows of 256 MiB', () => pdfWith(Buffer.from('BT (a) Tj ET'), 2 ** 28 - 1), 'out_of_memory'],
    ['elements that are nested ten thousand times', () => createWordDocument(repeat('<w:p>', 1e4)), 'damaged'],
    ['the first half of a PDF file', () => fixture('figures.pdf').subarray(0, 900), 'damaged'],
    ['the first half of a workbook', () => fixture('payroll.xlsx').subarray(0, 3000), 'damaged'],
    ['a PDF file with a password', () => fixture('locked.pdf'), 'encrypted'],
    [
      'a Word document with a password',
      () => Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    ['a document of Word 97', () => compound, 'unsupported'],
    ['a program', () => readFileSync(process.execPath).subarray(0, 100_000), 'unsupported'],
    ['other files in a ZIP file', async () => await zipOf('x.txt'), 'unsupported'],
  ])('%s', async (_, bytes, reason) => {
    expect(await read(await bytes())).toMatchObject({ outcome: 'unreadable', reason });
    // The next document is read.
    expect(await read('still there')).toMatchObject({ outcome: 'extracted', text: 'still there' });
  });

  async function zipOf(name: string): Promise<Buffer> {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('x'), name);
    zip.end();
    return await buffer(zip.outputStream as Readable);
  }
});

describe('the text of a document', () => {
  test('does not include files that the document references, nor entities that it defines', async () => {
    const file = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "bb">]>';
    const { text: extracted } = (await read(await createWordDocument([file + documentXml('&a;&b;&amp; text')]))) as {
      text: string;
    };
    expect(extracted).toBe('&a;&b;& text');
  });

  test('is cut at the maximum, and the rest of the document is not unpacked', async () => {
    const document = await createWordDocument([
      documentXml('').split('</w:t>')[0] ?? '',
      ...repeat('word '.repeat(1e5), 60),
    ]);
    const result = await read(document);
    expect(result).toMatchObject({ outcome: 'extracted', isCut: true });
    expect((result as { text: string }).text.length).toBeLessThanOrEqual(limits.maxCharacters);
  });

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffŻółw', 'utf16le'), 'Żółw'],
    ['windows-1252', Buffer.from('caf\u00e9', 'latin1'), 'café'],
    ['decomposed letters', Buffer.from('Mu\u0308ller'), 'Müller'],
    ['HTML with a script', Buffer.from('<p>one<script>two</script><br>th<b>ree</b><style>x</style>'), 'one\nthree'],
    ['an encoding that HTML declares', Buffer.from('<html><meta charset=iso-8859-2>\xaf\xf3\xb3w', 'latin1'), 'Żółw'],
  ])('is Unicode: %s', async (_, bytes, expected) => {
    expect(await read(bytes)).toMatchObject({ outcome: 'extracted', text: expected });
  });

  test('is streamed from a file', async () => {
    const path = join(projectRoot, 'test', 'fixtures', 'documents', 'figures.pdf');
    const result = await shared.read({ stream: createReadStream(path), size: statSync(path).size });
    expect(result).toMatchObject({ format: 'pdf', text: expect.stringContaining('Second page about quokka') });
  });
});

/** A program that attempts what a document must not do, and prints the results. */
const attempts = `
  import { Worker } from 'node:worker_threads';
  import { spawn } from 'node:child_process';
  import fs from 'node:fs';
  import net from 'node:net';
  import dgram from 'node:dgram';
  import dns from 'node:dns';
  import { confine } from '${join(projectRoot, 'dist/subgraphs/drive/search/extraction/confinement.js')}';
  confine();
  const attempts = {
    thread: () => new Worker('0', { eval: true }),
    process: () => spawn('true'),
    file: () => fs.readFileSync('${join(projectRoot, 'package.json')}'),
    connection: () => net.connect(1, '127.0.0.1'),
    server: () => net.createServer().listen(0),
    datagram: () => dgram.createSocket('udp4').send('x', 9, '127.0.0.1'),
    name: () => dns.promises.resolve4('host.example'),
    fetch: () => fetch('http://127.0.0.1:1/'),
    module: () => import('node:http'),
    builtin: () => process.getBuiltinModule('node:http'),
  };
  const results = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    results[name] = await (async () => attempt())().then(() => 'allowed', () => 'rejected');
  }
  process.stdout.write(JSON.stringify(results), () => process.exit());`;

describe('the reader process', () => {
  test('is restarted after it was killed during a read', async () => {
    const reader = readerWith({ maxCharacters: 1_000_000 });
    const readersBefore = readersOf(process.pid);
    const lost = expect(read(slowDocument, reader)).rejects.toThrow('ended unexpectedly (SIGKILL)');
    let started: number[] = [];
    const findStarted = () => {
      started = readersOf(process.pid).filter((id) => !readersBefore.includes(id));
      return started;
    };
    await expect.poll(findStarted).toHaveLength(1);
    for (const id of started) process.kill(id, 'SIGKILL');
    await lost;
    expect(await read('again', reader)).toMatchObject({ text: 'again' });
  });

  test('ends with the server that started it, even if the server is killed while a document is read', async () => {
    const module = join(projectRoot, 'dist', 'subgraphs', 'drive', 'search', 'index.js');
    const program = `import { createTextReader, readerLimits } from ${JSON.stringify(module)};
      await createTextReader(readerLimits).read({ stream: process.stdin, size: ${slowDocument.length} });`;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    server.stdin.on('error', () => undefined); // The process is killed below.
    server.stdin.write(slowDocument);
    await expect.poll(() => readersOf(server.pid), { timeout: 60_000 }).toHaveLength(1);
    const [reader = 0] = readersOf(server.pid);
    server.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${reader}/exe`), { timeout: 60_000 }).toBe(false);
  });

  test('cannot use threads, processes, files or the network once it reads documents', () => {
    const [id] = readersOf(process.pid);
    const [program = '', ...args] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    const scriptIndex = args.findIndex((argument) => argument.endsWith('reader-process.js'));
    const { stdout } = spawnSync(program, [...args.slice(0, scriptIndex), '--input-type=module', '--eval', attempts], {
      ...{ env: {}, cwd: '/', encoding: 'utf8' },
    });
    const results = Object.entries<string>(JSON.parse(stdout));
    expect(results).toHaveLength(10);
    expect(results.filter(([, result]) => result !== 'rejected')).toEqual([]);
  });

  test('is limited by the kernel, and has no network if the kernel permits namespaces', () => {
    const [id] = readersOf(process.pid);
    const kernelLimits = readFileSync(`/proc/${id}/limits`, 'utf8');
    expect(kernelLimits).toMatch(/^Max core file size +0 /m);
    expect(kernelLimits).toMatch(new RegExp(`^Max data size +${2 ** 30 + limits.maxMemoryBytes} `, 'm'));
    if (spawnSync('unshare', ['--user', '--net', 'true']).status !== 0)
      return console.log('Network namespaces cannot be created here: only Node.js confines the reader of documents.');
    const interfaces = readFileSync(`/proc/${id}/net/dev`, 'utf8').matchAll(/^ *(\w+):/gm);
    expect([...interfaces].map(([, name]) => name)).toEqual(['lo']);
  });

  test('has no environment variables, and may read only code', async () => {
    const [id] = readersOf(process.pid);
    expect(readFileSync(`/proc/${id}/environ`, 'utf8')).toBe('');
    const args = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    expect(args).toEqual(expect.arrayContaining(['--permission', '--disallow-code-generation-from-strings']));
    for (const argument of args.filter((candidate) => candidate.startsWith('--allow-fs')))
      expect(argument).toMatch(/^--allow-fs-read=.*\/(dist|package\.json|node_modules\/?)$/);
  });

  test('reports incomplete content as an error of the store', async () => {
    const stream = Readable.from([Buffer.from('half')]);
    await expect(shared.read({ stream, size: 8 })).rejects.toThrow('the stored content is incomplete');
    expect(await read('whole')).toMatchObject({ text: 'whole' });
  });
});
