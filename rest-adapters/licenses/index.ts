import type { RestAdapter } from '../dialect.js';
import { licensesDialect } from './dialect.js';
import { licenseExamples } from './examples.js';
import { jwksPaths } from './jwks-paths.js';
import { messageBody } from './responses.js';

/** The controller license service, which has its own listener. */
export const licensesAdapter: RestAdapter = {
  name: 'licenses',
  title: 'Controller licenses',
  description:
    'Validates the license of controllers, registers new ones up to the licensed cap, and returns the configuration of their department. The service has its own listener, by default HTTPS on port 8900. Errors are JSON objects with the field `message`. Paths are also served without their trailing slash.',
  listener: {
    name: 'licenses',
    errorBody: messageBody,
    defaultPort: 8900,
    description: 'The listener for controllers; its address is in the section `licenses` of the settings.',
  },
  dialect: licensesDialect,
  ownPaths: () => jwksPaths,
  examples: licenseExamples,
};
