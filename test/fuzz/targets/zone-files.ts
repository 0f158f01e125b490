import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { DomainError } from '../../../platform/domain-error.js';
import type { DelegationBatch } from '../../../subgraphs/zones/imports/rules/delegation-batch.js';
import { ZoneSyntaxError } from '../../../subgraphs/zones/imports/rules/tokens.js';
import { ZoneFileReader } from '../../../subgraphs/zones/imports/rules/zone-file-reader.js';
import { createProgress, readDelegations } from '../../../subgraphs/zones/imports/service/zone-file.js';
import { hasReferenceTool, referencePairs } from '../../zones/support/reference-tool.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';

/**
 * The reader of zone files. The result does not depend on the chunks, comments, case or compression of a file, or on
 * whether the fast or the slow path reads it. It equals the result of BIND for files that both accept.
 */
export const zoneFiles: Target = {
  name: 'zone-files',
  maxBytes: 4096,
  batchSize: 25,
  isDeterministic: true,
  maxMs: 3000,
  dictionary: [
    ...[
      'example.',
      'a.example.',
      '\tIN\tNS\t',
      ' NS ns1.example.net.\n',
      '$ORIGIN ',
      '$TTL ',
      '@',
      '( ',
      ' )',
      '; ',
      '"',
    ],
    ...['\\', '\\065', '\\# 4 ', 'TYPE2', 'CLASS1', 'SOA ', '\n', '\r\n', '\t', '1h30m', '3600', 'A 192.0.2.1\n'],
    ...['TXT "', 'DS ', 'RRSIG ', '.', '..', '*', '\x1f\x8b\x08', ';root\n', '\0', '$INCLUDE x\n', '$GENERATE '],
  ],
  async open() {
    let accepted = 0;
    return {
      generate,
      async run(input) {
        const zone = zoneOf(input);
        if (input[0] === 0x1f && input[1] === 0x8b) return void (await readAsFile(zone, input));
        const outcome = readPieces(zone, [input]);
        checkForms(zone, input, outcome);
        if (input.length % 16 === 0) {
          assert.deepEqual(
            await readAsFile(zone, gzipSync(input)),
            await readAsFile(zone, input),
            'compression changes the result',
          );
        }
        if (outcome.pairs !== undefined && hasReferenceTool && ++accepted % 200 === 0)
          judge(zone, input, outcome.pairs);
      },
      async close() {},
    };
  },
};

interface Outcome {
  readonly pairs?: readonly string[];
  readonly records?: number;
  readonly serial?: number | undefined;
  readonly fault?: { readonly message: string; readonly line: number };
  readonly column?: number;
}

function zoneOf(input: Buffer): string {
  return input.subarray(0, 6).toString('latin1') === ';root\n' ? '' : 'example';
}

/** @throws errors other than {@link ZoneSyntaxError} */
function readPieces(zone: string, pieces: readonly Buffer[]): Outcome {
  const reader = new ZoneFileReader(zone);
  try {
    const batches = pieces.map((piece) => reader.push(piece));
    const pairs = [...batches, reader.end()].flatMap(pairsOf);
    return { pairs: [...new Set(pairs)].sort(), records: reader.records, serial: reader.serial };
  } catch (error) {
    if (!(error instanceof ZoneSyntaxError)) throw error;
    assert.match(error.message, /^[ -~]{1,400}$/, 'the message is not printable');
    return { fault: { message: error.message, line: error.line }, column: error.column };
  }
}

function pairsOf(batch: DelegationBatch): string[] {
  return Array.from({ length: batch.count }, (_, index) =>
    batch.nameserversOf(index).map((name) => `${batch.labelOf(index)} ${name}`),
  ).flat();
}

/** Verifies equivalent spellings of the file. */
function checkForms(zone: string, input: Buffer, outcome: Outcome): void {
  const cut = input.length === 0 ? 0 : (input[input.length >> 1] ?? 0) % input.length;
  const pieces = [input.subarray(0, cut), input.subarray(cut, cut + 1), input.subarray(cut + 1)].map((piece) =>
    Buffer.from(piece),
  );
  assert.deepEqual(readPieces(zone, pieces), outcome, 'the chunks change the result');
  const commented = readPieces(zone, [Buffer.concat([Buffer.from('; a comment\n\n'), input])]);
  assert.deepEqual(
    { ...commented, ...(commented.fault && { fault: { ...commented.fault, line: commented.fault.line - 2 } }) },
    outcome,
    'a comment before the file changes the result',
  );
  const content = input.toString('latin1');
  if (/["();\\]/.test(content) || zone === '') return;
  const slow = readPieces(zone, [Buffer.from(content.replaceAll('\n', ' ;\n'), 'latin1')]);
  assert.deepEqual(
    { ...slow, column: undefined },
    { ...outcome, column: undefined },
    'comments at the ends of lines change the result',
  );
  if (outcome.pairs === undefined) return;
  const capitals = Buffer.from(
    content.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
    'latin1',
  );
  assert.deepEqual(readPieces(zone, [capitals]), outcome, 'upper case changes the result');
}

/** Reads a file like an import. */
async function readAsFile(zone: string, bytes: Buffer): Promise<unknown> {
  const file = { open: () => Readable.from([bytes]), size: bytes.length };
  const pairs: string[] = [];
  try {
    const reading = readDelegations({ file, reader: new ZoneFileReader(zone), progress: createProgress() });
    for await (const batch of reading) pairs.push(...pairsOf(batch));
    return pairs;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    assert.equal(error.code, 'BAD_USER_INPUT');
    return error.message;
  }
}

/** BIND rejects more files; the results for files that both accept must be equal. */
function judge(zone: string, input: Buffer, pairs: readonly string[]): void {
  let judged: string[];
  try {
    judged = referencePairs(zone === '' ? '.' : zone, input);
  } catch {
    return;
  }
  assert.deepEqual(pairs, judged, 'BIND reads it differently');
}

const labels = ['a', 'b', 'alpha', 'xn--bcher-kva', '_dmarc', '1', 'A', '*', 'a.b', '-', 'a\\.b', '\\001'];
const servers = ['ns1.example.net.', 'ns2', '@', 'NS1.Example.NET.', '.', 'ns.b.example.', 'a\\.b.net.'];
const types = ['NS', 'ns', 'TYPE2', 'A', 'DS', 'TXT', 'RRSIG', 'NSEC', 'MX', 'TYPE65534'];

function generate(random: Random): Buffer {
  const isPlain = random.chance(0.4);
  const lines = Array.from({ length: 1 + random.below(8) }, () => (isPlain ? plainLine(random) : anyLine(random)));
  const head = random.chance(0.3) ? '@ 3600 IN SOA ns1.example. admin.example. 2026010101 1800 900 604800 86400\n' : '';
  return Buffer.from(
    `${head}${lines.join(random.chance(0.1) ? '\r\n' : '\n')}${random.chance(0.9) ? '\n' : ''}`,
    'latin1',
  );
}

function plainLine(random: Random): string {
  const type = random.chance(0.8) ? 'ns' : random.pick(types).toLowerCase();
  return `${random.pick(labels.slice(0, 6))}.example.\t${random.pick(['172800', '0', '1d'])}\tin\t${type}\t${random.pick(servers)}`;
}

function anyLine(random: Random): string {
  if (random.chance(0.1)) return random.pick(['$ORIGIN sub.example.', '$ORIGIN sub', '$TTL 1h', '', ' ', '; comment']);
  const owner = random.pick([...labels, '', '@', ...labels.map((label) => `${label}.example.`)]);
  const middle = random.pick(['', ' IN', ' 3600 IN', ' IN 1h', ' CLASS1', ' 60']);
  const data = random.chance(0.1) ? '\\# 5 036e733100' : random.pick(servers);
  const [prefix, after] = random.chance(0.2) ? ['( ; open\n ', '\n )'] : ['', ''];
  return `${owner}${middle} ${random.chance(0.7) ? 'NS' : random.pick(types)} ${prefix}${data}${after}${random.chance(0.1) ? ' ; end' : ''}`;
}
