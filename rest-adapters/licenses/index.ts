import type { RestAdapter } from '../dialect.js';
import { licensesDialect } from './dialect.js';
import { licenseExamples } from './examples.js';
import { messageBody } from './responses.js';

/** The controller license service, on a listener of its own. */
export const licensesAdapter: RestAdapter = {
  name: 'licenses',
  title: 'Controller licenses',
  listener: {
    name: 'licenses',
    errorBody: messageBody,
    openApiServer: {
      url: 'https://{host}:{port}',
      description: 'The listener for controllers; its address is in the section `licenses` of the settings.',
      variables: { host: { default: '127.0.0.1' }, port: { default: '8900' } },
    },
  },
  dialect: licensesDialect,
  examples: licenseExamples,
};
