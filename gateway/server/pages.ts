import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptsGzip } from '../../platform/network/index.js';
import { once } from '../../platform/once.js';
import { projectRoot } from '../../platform/project-root.js';
import { shareResults } from '../../platform/share-results.js';
import { neutralErrorBody, sendError } from './rejection.js';

/** A file of the built console. */
interface PageFile {
  readonly content: Buffer;
  readonly type: string;
  readonly contentSecurityPolicy: string;
  /** Whether the file name contains a hash of the content, so browsers may cache the file forever. */
  readonly immutable: boolean;
  /** The content compressed with gzip; undefined for types that are already compressed. */
  readonly gzipped: (() => Promise<Buffer>) | undefined;
}

/** The files of the built console, as they existed at startup. */
export interface Pages {
  /** Reads a file by its path below the console's directory, with forward slashes; undefined if it does not exist. */
  read(path: string): Promise<PageFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Extensions of files that become smaller with gzip. */
const compressibleExtensions = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.ttf',
  '.txt',
  '.wasm',
  '.webmanifest',
]);

/**
 * Content security policy of the pages: scripts and connections only from this server, and inline scripts by their
 * hash. The explorer's editor needs inline styles, and workers from blobs.
 */
const pagePolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The content security policy of a file: the policy of all pages, with the hashes of the scripts that the file
 * contains.
 */
function policyOf({ type, content }: { type: string; content: Buffer }): string {
  const scripts = type.startsWith('text/html') ? content.toString('utf8').matchAll(/<script>(.*?)<\/script>/gs) : [];
  const hashes = Array.from(scripts, ([, text = '']) => ` 'sha256-${hash('sha256', text, 'base64')}'`);
  return pagePolicy.replace("script-src 'self'", `$&${hashes.join('')}`);
}

/**
 * Lists the files of the built console, and reads each of them at the first request; empty if it was not built. All
 * responses share one buffer per file, because a buffer per response would let anonymous clients that do not read
 * occupy memory. The files have less than 10 MB in total.
 */
export function builtPages(folder = join(projectRoot, 'dist', 'console')): Pages {
  const names = listFiles(folder);
  const readOnce = shareResults((path) => readPage(folder, path));
  return {
    // Only listed names are read, which prevents path traversal.
    read: async (path) => (names.has(path) ? await readOnce(path) : undefined),
  };
}

async function readPage(folder: string, path: string): Promise<PageFile> {
  const content = await readFile(join(folder, path));
  const type = types[extname(path)] ?? 'application/octet-stream';
  const gzipped = once(() => promisify(gzip)(content, { level: 9 }));
  return {
    content,
    type,
    contentSecurityPolicy: policyOf({ type, content }),
    immutable: path.startsWith('assets/'),
    gzipped: compressibleExtensions.has(extname(path)) ? gzipped : undefined,
  };
}

function listFiles(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set(); // File system errors have a code.
    throw error;
  }
}

/** Mounts the console at `/`, and the files of the console and the explorer under `/console/`. */
export function registerPageRoutes(app: FastifyInstance, pages: Pages): void {
  app.get('/', (_request, reply) => void sendPage(reply, pages, 'index.html'));
  registerPageFiles(app, pages);
}

/** Mounts the files of the pages under `/console/`, without the console at `/`; sufficient for the explorer. */
export function registerPageFiles(app: FastifyInstance, pages: Pages): void {
  app.get('/console/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string }; // The pattern has this parameter. Pages have their own URLs and access; only their files are served here.
    if (path.endsWith('.html')) reply.callNotFound();
    else void sendPage(reply, pages, path);
  });
}

/** Sends a file of the console, or 404 if it does not exist. */
export async function sendPage(reply: FastifyReply, pages: Pages, path: string): Promise<void> {
  const file = await pages.read(path).catch(() => undefined);
  if (file === undefined) {
    if (path.endsWith('.html'))
      void sendError(reply, 404, neutralErrorBody('The pages of the console are not built: run npm run build'));
    else reply.callNotFound();
    return;
  }
  const content = acceptsGzip(reply.request.headers) ? await file.gzipped?.() : undefined;
  if (content !== undefined) void reply.header('content-encoding', 'gzip');
  void reply
    .header('content-type', file.type)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', file.contentSecurityPolicy)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(content ?? file.content);
}
