import 'reflect-metadata';
import { describe } from 'vitest';
import { testAbandonedRequests } from '../gateway/support/abandoned-requests-tests.js';
import { testWholeServer } from '../gateway/support/whole-server-tests.js';

/** The tests of the server once more, with the setting that picks the engine of Apollo. */
const settings = { RAMPART_GATEWAY_ENGINE: 'apollo' };

describe('the complete server', () => testWholeServer(settings));
describe('an abandoned request', () => testAbandonedRequests(settings));
