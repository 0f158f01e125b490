import { cp, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const sources = dirname(fileURLToPath(import.meta.url));
const project = dirname(sources);

/** The REST reference needs no bundling: Swagger UI is prebuilt, and our page only starts it. */
function copyReferencePage(): Plugin {
  const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'];
  return {
    name: 'copy-reference-page',
    apply: 'build',
    async closeBundle() {
      const target = resolve(project, 'dist/docs');
      await mkdir(target, { recursive: true });
      await cp(resolve(sources, 'reference'), target, { recursive: true });
      for (const file of swaggerFiles) {
        await cp(resolve(project, 'node_modules/swagger-ui-dist', file), resolve(target, file));
      }
    },
  };
}

export default defineConfig({
  root: sources,
  // For the development server only; see `renderBuiltUrl`.
  base: '/console/',
  experimental: {
    // The pages are served at / and /graphql, also below a path that a reverse proxy removes, so all addresses are
    // relative: those in a page to its folder, those in scripts and styles to their file.
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `console/${name}` : { relative: true }),
  },
  publicDir: resolve(sources, 'public'),
  plugins: [copyReferencePage()],
  worker: { format: 'es' },
  build: {
    outDir: resolve(project, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // Files instead of data: URLs, for a strict content security policy.
    assetsInlineLimit: 0,
    // The editor of the explorer is one large library; it is loaded by that page only.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      // Directives for React server components have no meaning in a page.
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') {
          handle(level, log);
        }
      },
      input: {
        index: resolve(sources, 'index.html'),
        explorer: resolve(sources, 'explorer.html'),
      },
    },
  },
});
