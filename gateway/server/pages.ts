import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { neutralErrorBody, sendError } from './refusal.js';

/** A file as it is served. */
export interface PageFile {
  readonly content: Buffer;
  readonly type: string;
  /** Built files carry a hash of their content in their names. */
  readonly immutable: boolean;
}

/** The built console: only the files that were there at start exist. */
export interface Pages {
  /** Path below the console's folder with forward slashes; undefined when there is no such file. */
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

/**
 * Scripts and connections from this server only. Styles inline, because the editor of the explorer writes them; workers from
 * blobs, because it starts them that way.
 */
export const pagePolicy = [
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

/** The files below the folder; none when it was not built. */
export function createPages(folder: string): Pages {
  const files = listFiles(folder);
  return {
    async read(path) {
      // Names are compared with a list, never joined from what a client wrote: there is nothing to traverse.
      if (!files.has(path)) return undefined;
      return {
        content: await readFile(join(folder, path)),
        type: types[extname(path)] ?? 'application/octet-stream',
        immutable: path.startsWith('assets/'),
      };
    },
  };
}

function listFiles(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set(); // File system errors carry a code.
    throw error;
  }
}

/** Mounts the console at `/` and the files of both pages under `/console/`. */
export function registerPageRoutes(app: FastifyInstance, pages: Pages): void {
  app.get('/', (_request, reply) => void sendPage(reply, pages, 'index.html'));
  registerPageFiles(app, pages);
}

/** Mounts the files of the pages under `/console/`; the explorer needs no more. */
export function registerPageFiles(app: FastifyInstance, pages: Pages): void {
  app.get('/console/*', (request, reply) => {
    const { '*': path } = request.params as { '*': string }; // What the pattern names.
    // Pages have addresses of their own, with their own access; only what they load is here.
    if (path.endsWith('.html')) reply.callNotFound();
    else void sendPage(reply, pages, path);
  });
}

/** Sends a file of the console, or 404 when there is none. */
export async function sendPage(reply: FastifyReply, pages: Pages, path: string): Promise<void> {
  const file = await pages.read(path).catch(() => undefined);
  if (file === undefined) {
    if (path.endsWith('.html'))
      void sendError(reply, 404, neutralErrorBody('The pages are not built: run npm run build'));
    else reply.callNotFound();
    return;
  }
  void reply
    .header('content-type', file.type)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(file.content);
}
