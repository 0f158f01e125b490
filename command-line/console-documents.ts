import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import { projectRoot } from '../platform/project-root.js';

/** The operations of the console, in the exact text that the console sends (`console/generated/operations.ts`). */
export function consoleDocuments(): string[] {
  const files = globSync('console/*/operations/*.graphql', { cwd: projectRoot });
  return files.map((file) => print(parse(readFileSync(join(projectRoot, file), 'utf8'))));
}
