import { abstractSuites } from './abstract.js';
import { entitySuites } from './entities.js';
import { interfaceObjectSuites } from './interface-objects.js';
import { overlapSuites } from './overlaps.js';
import { requirementSuites } from './requirements.js';
import type { Suite } from './suite.js';

export const suites: readonly Suite[] = [
  ...entitySuites,
  ...requirementSuites,
  ...abstractSuites,
  ...interfaceObjectSuites,
  ...overlapSuites,
];
