import { expect, test } from 'vitest';
import { hasReferenceTool, referencePairs } from './support/reference-tool.js';
import { torture, torturePairs } from './support/torture.js';

test.skipIf(!hasReferenceTool)(
  'BIND reads the delegations that are expected of a zone file with all features of the master file format',
  () => {
    expect(referencePairs('example', torture)).toEqual(torturePairs);
  },
);
