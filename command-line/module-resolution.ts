// The default import, because a named import of a missing function would fail in old versions of Node.js before they
// can be reported.
import nodeModule, { type ResolveFnOutput } from 'node:module';

const largePackage = 'drizzle-orm';
/** Matches packages and modules of Node.js, but not URLs or paths. */
const packagePattern = /^(?:node:|@?[a-z][^:]*$)/;
/** URL of the directory of all modules of this build. */
const ownRoot = new URL('../', import.meta.url).href;

/**
 * Resolves the imports of this build once and without reading the file system, which would take an eighth of the time
 * to load a server. Relative paths in a build are exact, and a package name resolves to the same file for all modules.
 *
 * It also makes `import` load the CommonJS build of drizzle-orm. Node.js parses the package.json of a package for each
 * of its ES modules and for each import of it, and that of drizzle-orm is 180 kB in size: loading it takes 0.6 s and
 * 150 MB, and the CommonJS build, resolved once, 0.06 s and 10 MB.
 */
export function resolveImportsOnce(): void {
  const resolutions = new Map<string, ResolveFnOutput>();
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const isOwn = context.parentURL?.startsWith(ownRoot) ?? false;
      if (isOwn && specifier.startsWith('.') && specifier.endsWith('.js')) {
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
      }
      const isLarge = specifier.split('/', 1)[0] === largePackage;
      if (!isLarge && !(isOwn && packagePattern.test(specifier) && context.conditions.includes('import'))) {
        return next(specifier, context);
      }
      const cached = resolutions.get(specifier);
      if (cached !== undefined) return cached;
      const found = next(specifier, isLarge ? { ...context, conditions: ['node', 'require'] } : context);
      const output = { ...found, shortCircuit: true };
      resolutions.set(specifier, output);
      return output;
    },
  });
}
