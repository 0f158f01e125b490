import { cp, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const sources = dirname(fileURLToPath(import.meta.url));
const project = dirname(sources);

/**
 * Matches modules for a common chunk: React, Vite’s loader of other chunks, and modules of the console that several
 * pages use.
 */
const commonModules =
  /\/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper|\/console\/(shared|generated)\//;

/**
 * Copies the page of the REST reference. It needs no bundling, because Swagger UI is prebuilt, and the page only starts
 * it.
 */
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
    // The pages are served at / and /graphql, also below a path prefix that a reverse proxy removes. Therefore all URLs
    // are relative: those in a page to its directory, those in scripts and styles to their file.
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `console/${name}` : { relative: true }),
  },
  publicDir: resolve(sources, 'public'),
  plugins: [copyReferencePage()],
  worker: { format: 'es' },
  build: {
    outDir: resolve(project, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // Files instead of data: URLs, because of the strict content security policy.
    assetsInlineLimit: 0,
    // Browsers that do not know preloading load the same files a little later.
    modulePreload: { polyfill: false },
    // The editor of the explorer is a large library that only that page loads.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      // Pages ignore directives for React server components.
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') {
          handle(level, log);
        }
      },
      input: {
        index: resolve(sources, 'index.html'),
        explorer: resolve(sources, 'explorer.html'),
      },
      output: {
        // One chunk for the modules that both pages load first. A browser opens at most six connections (HTTP/1.1), so
        // the requests of more chunks would wait.
        codeSplitting: {
          groups: [{ name: 'common', tags: ['$initial'], minShareCount: 2, test: commonModules }],
        },
      },
    },
  },
});
