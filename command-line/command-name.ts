import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';

/** The command as users invoke it: `rampart` if it is installed, an npm script in a checkout. */
export const commandName: string = existsSync(join(projectRoot, 'tsconfig.json')) ? 'npm run -s rampart --' : 'rampart';
