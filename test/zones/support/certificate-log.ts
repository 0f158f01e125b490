import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Received, startSource } from './pull-world.js';

/** An entry of the simulated log. */
export interface SimulatedEntry {
  /** Certificate, or precertificate with its poison extension, DER. */
  readonly certificate: Buffer;
  readonly isPrecertificate?: boolean;
}

interface Fault {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly content?: string | Buffer;
  /** Whether requests never get a response. */
  readonly isSilent?: boolean;
}

/** A simulated log: RFC 6962 or c2sp.org/static-ct-api. */
export interface SimulatedLog {
  readonly url: string;
  /** The log in the format of the settings. */
  readonly setting: string;
  readonly entries: SimulatedEntry[];
  /** Replaces the key that signs tree heads. */
  changeKey(): void;
  /** Maximum number of entries that get-entries returns. */
  maxEntries: number;
  /** The time of signatures of tree heads; default: now. */
  signedAt: () => number;
  /** Whether content is sent compressed. */
  isCompressed: boolean;
  fault: (request: Received) => Fault | undefined;
  /** Requested paths since the last call. */
  requests(): string[];
}

const origin = 'simulated.example/2026';

export async function startCertificateLog(kind: 'rfc6962' | 'static', now: () => number): Promise<SimulatedLog> {
  let keys = newKeys();
  const key = keys.spki.toString('base64');
  let count = 0;
  const server = await startSource((received, response) => {
    const fault = log.fault(received);
    if (fault?.isSilent) return;
    if (fault?.status !== undefined) {
      response.writeHead(fault.status, fault.headers).end();
      return;
    }
    const content =
      fault?.content ?? (kind === 'static' ? staticContent(received.path) : rfc6962Content(received.path));
    if (content === undefined) response.writeHead(404).end();
    else if (log.isCompressed) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content));
    else response.writeHead(200).end(content);
  });

  // The time at which each entry was first used.
  const times = new WeakMap<SimulatedEntry, number>();
  function timeOf(entry: SimulatedEntry): number {
    const at = times.get(entry) ?? now();
    times.set(entry, at);
    return at;
  }

  const leaves = () => log.entries.map((entry) => leafOf(entry, timeOf(entry)));

  function rfc6962Content(path: string): string | undefined {
    const url = new URL(path, server.url);
    const number = (name: string) => Number(url.searchParams.get(name));
    if (url.pathname === '/log/ct/v1/get-sth') {
      const root = treeHash(leaves());
      const at = log.signedAt();
      const size = log.entries.length;
      return JSON.stringify({
        ...{ tree_size: size, timestamp: at, sha256_root_hash: root.toString('base64') },
        tree_head_signature: signTreeHead(keys.privateKey, { size, root, at }).toString('base64'),
      });
    }
    if (url.pathname === '/log/ct/v1/get-sth-consistency') {
      const proof = consistencyProof(number('first'), leaves().slice(0, number('second')), true);
      return JSON.stringify({ consistency: proof.map((node) => node.toString('base64')) });
    }
    if (url.pathname !== '/log/ct/v1/get-entries') return undefined;
    const end = Math.min(number('end') + 1, number('start') + log.maxEntries);
    const entries = log.entries.slice(number('start'), end).map((entry) => ({
      leaf_input: leafOf(entry, timeOf(entry)).toString('base64'),
      extra_data: (entry.isPrecertificate
        ? Buffer.concat([vector(entry.certificate, 3), vector('', 3)])
        : vector('', 3)
      ).toString('base64'),
    }));
    return JSON.stringify({ entries });
  }

  function staticContent(path: string): string | Buffer | undefined {
    if (path === '/log/checkpoint') {
      const root = treeHash(leaves());
      const size = log.entries.length;
      const at = log.signedAt();
      const signed = Buffer.concat([
        keyId(keys.spki),
        integer(at, 8),
        signTreeHead(keys.privateKey, { size, root, at }),
      ]);
      const note = `${origin}\n${size}\n${root.toString('base64')}\n`;
      return `${note}\n— other.example AAAAAAAA\n— ${origin} ${signed.toString('base64')}\n`;
    }
    const tile = /^\/log\/tile\/data\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path);
    if (tile === null) return undefined;
    const index = Number((tile[1] ?? '').replaceAll(/[x/]/g, ''));
    const width = Number(tile[2] ?? 256);
    const entries = log.entries.slice(index * 256, index * 256 + width);
    // A partial tile exists while the tile is not full.
    const exists = entries.length === width && (width === 256 || log.entries.length < (index + 1) * 256);
    return exists ? Buffer.concat(entries.map((entry) => tileLeaf(entry, timeOf(entry)))) : undefined;
  }

  const log: SimulatedLog = {
    url: `${server.url}/log/`,
    setting: `${kind}=${server.url}/log|${key}`,
    entries: [],
    changeKey() {
      keys = newKeys();
    },
    ...{ maxEntries: 100, isCompressed: false, signedAt: now, fault: () => undefined },
    requests() {
      const paths = server.received.slice(count).map(({ path }) => path);
      count = server.received.length;
      return paths;
    },
  };
  return log;
}

function newKeys(): { privateKey: KeyObject; spki: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, spki: publicKey.export({ type: 'spki', format: 'der' }) };
}

function integer(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes.subarray(8 - size);
}

function vector(content: string | Buffer, size: number): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([integer(bytes.length, size), bytes]);
}

function timestampedEntry({ certificate, isPrecertificate = false }: SimulatedEntry, at: number): Buffer {
  const issuerKeyHash = isPrecertificate ? [Buffer.alloc(32, 7)] : [];
  const head = [integer(at, 8), integer(isPrecertificate ? 1 : 0, 2), ...issuerKeyHash];
  // A precertificate is followed by a signed certificate without the poison extension, which nothing reads here.
  return Buffer.concat([...head, vector(isPrecertificate ? 'tbs certificate' : certificate, 3), vector('', 2)]);
}

function leafOf(entry: SimulatedEntry, at: number): Buffer {
  return Buffer.concat([Buffer.from([0, 0]), timestampedEntry(entry, at)]);
}

function tileLeaf(entry: SimulatedEntry, at: number): Buffer {
  const precertificate = entry.isPrecertificate ? [vector(entry.certificate, 3)] : [];
  return Buffer.concat([timestampedEntry(entry, at), ...precertificate, vector(Buffer.alloc(64, 9), 2)]);
}

function keyId(spki: Buffer): Buffer {
  const logId = hash('sha256', spki, 'buffer');
  return hash('sha256', Buffer.concat([Buffer.from(`${origin}\n\u0005`), logId]), 'buffer').subarray(0, 4);
}

function signTreeHead(key: KeyObject, { size, root, at }: { size: number; root: Buffer; at: number }): Buffer {
  const content = Buffer.concat([Buffer.from([0, 1]), integer(at, 8), integer(size, 8), root]);
  return Buffer.concat([Buffer.from([4, 3]), vector(sign('sha256', content, key), 2)]);
}

const sha256 = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer');

/** RFC 6962, section 2.1. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), leaves[0] as Buffer);
  const half = halfOf(leaves.length);
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)));
}

/** RFC 6962, section 2.1.2. */
function consistencyProof(first: number, leaves: readonly Buffer[], isWhole: boolean): Buffer[] {
  if (first === leaves.length) return isWhole ? [] : [treeHash(leaves)];
  const half = halfOf(leaves.length);
  return first <= half
    ? [...consistencyProof(first, leaves.slice(0, half), isWhole), treeHash(leaves.slice(half))]
    : [...consistencyProof(first - half, leaves.slice(half), false), treeHash(leaves.slice(0, half))];
}

/** The largest power of two below a number. */
function halfOf(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}
