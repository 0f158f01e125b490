import 'reflect-metadata';
import { describe } from 'vitest';
import { testAbandonedRequests } from './support/abandoned-requests-tests.js';

describe('an abandoned request', () => testAbandonedRequests());
