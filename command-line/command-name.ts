import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/project-root.js';

/** How a user types this command: an installed package has it on PATH, a checkout as a script of npm. */
export const commandName: string = existsSync(join(projectRoot, 'tsconfig.json')) ? 'npm run -s rampart --' : 'rampart';
