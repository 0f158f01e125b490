import { secretSettings } from '../../../platform/configuration/index.js';
import { type Check, ok, warning } from '../check.js';
import { commandToProtect } from '../protect-file.js';

/**
 * Reports the sources of the settings, and warns about secrets in a file that other users can read. Unknown names and
 * invalid values are reported before the checks run.
 */
export const settings: Check = {
  name: 'settings',
  run({ file, origins }) {
    const variables = [...origins.values()].flatMap(({ kind, location }) => (kind === 'environment' ? [location] : []));
    const suffix = variables.length === 0 ? '' : `; set by the environment: ${variables.join(', ')}`;
    if (file === null) return ok(`no settings file (rampart init creates one)${suffix}`);
    const secrets = new Set<string>(secretSettings());
    const hasSecret = [...origins].some(([name, { kind }]) => kind === 'file' && secrets.has(name));
    const command = hasSecret ? commandToProtect(file) : undefined;
    if (command !== undefined) return warning(`${file} contains secrets and is readable by other users`, command);
    return ok(`${file}${suffix}`);
  },
};
