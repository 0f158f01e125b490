import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { projectRoot } from '../platform/project-root.js';
import { shareResults } from '../platform/share-results.js';
import { send, sendJson } from './response.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * Content security policy: scripts and connections only from this server. Swagger UI needs inline styles and images.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Mounts `/openapi.json`, and the API reference at `/docs`, whose files the build writes to dist/docs. */
export function registerReferencePages(
  app: FastifyInstance,
  options: { openApi: () => string; folder?: string },
): void {
  const folder = options.folder ?? join(projectRoot, 'dist', 'docs');
  // Only listed names are read, which prevents path traversal.
  const names = new Set(listFiles(folder));
  // All responses share the contents, as those of the console.
  const read = shareResults((name) => readFile(join(folder, name)));
  app.get('/openapi.json', (_request, reply) => {
    send(reply, { status: 200, headers: { 'cache-control': 'no-cache' }, body: options.openApi() });
  });
  // Relative, like all URLs of the pages: a reverse proxy may serve them below a path.
  app.get('/docs', (_request, reply) => reply.redirect('docs/'));
  app.get('/docs/', (_request, reply) => sendFile({ reply, names, read, name: 'index.html' }));
  app.get('/docs/:name', (request, reply) => {
    const { name } = request.params as { name: string }; // The pattern has this parameter.
    return sendFile({ reply, names, read, name });
  });
}

async function sendFile(options: {
  reply: FastifyReply;
  names: ReadonlySet<string>;
  read: (name: string) => Promise<Buffer>;
  name: string;
}): Promise<FastifyReply> {
  const { reply, names, read, name } = options;
  if (!names.has(name)) {
    const detail = name === 'index.html' ? 'The pages are not built: run npm run build' : 'Not Found';
    return sendJson(reply, 404, { detail });
  }
  reply.header('content-type', types[extname(name)] ?? 'text/plain; charset=utf-8');
  reply.header('content-security-policy', contentSecurityPolicy).header('cache-control', 'no-cache');
  return reply.send(await read(name));
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // File system errors have a code.
    throw error;
  }
}
