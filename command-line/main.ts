import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';

// What was compiled at one start is not compiled again at the next: a quarter of a server's start. Beside the code that it is
// made of, so that whoever may change the one may change the other, and a folder that nobody may write to goes without.
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'compiled'));

// A reader that has read enough (`| head`) ends neither the work nor a server.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

await import('reflect-metadata');
const { runCommandLine } = await import('./program.js');

process.exitCode = await runCommandLine(process.argv.slice(2));
