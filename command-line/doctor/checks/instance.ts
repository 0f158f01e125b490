import { databaseOf, describeInstance } from '../../instance/index.js';
import { type Check, ok } from '../check.js';

/** Reports which instance the other checks examine, and whether it is running. */
export const instance: Check = {
  name: 'instance',
  run({ configuration, running }) {
    const { identity, name } = databaseOf(configuration);
    const ownInstances = running.filter(({ database }) => database.identity === identity);
    const others = running.filter(({ database }) => database.identity !== identity).map(describeInstance);
    const state =
      ownInstances.length === 0
        ? 'not running'
        : `running as ${ownInstances.map(({ pid }) => `process ${pid}`).join(', ')}`;
    const suffix = others.length === 0 ? '' : `; also on this machine: ${others.join('; ')}`;
    return ok(`${name}, ${state}${suffix}`);
  },
};
