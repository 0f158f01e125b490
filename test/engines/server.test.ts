import 'reflect-metadata';
import { describe } from 'vitest';
import { testAbandonedRequests } from '../gateway/support/abandoned-requests-tests.js';
import { testWholeServer } from '../gateway/support/whole-server-tests.js';

/** Runs the tests of the server with Apollo's engine. */
const settings = { RAMPART_GATEWAY_ENGINE: 'apollo' };

describe('the complete server', () => testWholeServer(settings));
describe('an abandoned request', () => testAbandonedRequests(settings));
