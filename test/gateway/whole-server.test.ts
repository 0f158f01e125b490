import 'reflect-metadata';
import { describe } from 'vitest';
import { testWholeServer } from './support/whole-server-tests.js';

describe('the complete server', () => testWholeServer());
