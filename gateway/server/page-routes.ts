import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Pages, pagePolicy } from './pages.js';
import { neutralErrorBody, sendError } from './refusal.js';

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
    if (path.endsWith('.html')) void sendError(reply, 404, neutralErrorBody('The pages are not built: npm run build'));
    else reply.callNotFound();
    return;
  }
  void reply
    .header('content-type', file.type)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(file.content);
}
