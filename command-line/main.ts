import nodeModule from 'node:module';
import { projectRoot } from '../platform/project-root.js';
import { preferCommonJsBuilds } from './commonjs-builds.js';
import { compileCacheFolder } from './compile-cache.js';
import { outdatedNode } from './node-version.js';

// Before anything is imported that an older one does not have.
const outdated = outdatedNode(process.versions.node);
if (outdated !== undefined) {
  process.stderr.write(`rampart: ${outdated}\n`);
  process.exit(1);
}

// What was compiled at one start is not compiled again at the next: a quarter of a server's start. NODE_COMPILE_CACHE wins
// over the folder, and where nothing is writable node does without.
const compileCache = compileCacheFolder(projectRoot);
if (compileCache !== undefined) nodeModule.enableCompileCache(compileCache);
preferCommonJsBuilds();

// A reader that has read enough (`| head`) ends neither the work nor a server.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

await import('reflect-metadata');
const { runCommandLine } = await import('./program.js');

process.exitCode = await runCommandLine(process.argv.slice(2));
