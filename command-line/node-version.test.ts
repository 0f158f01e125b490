import { describe, expect, test } from 'vitest';
import { outdatedNode } from './node-version.js';

describe('the version of Node.js', () => {
  test.each(['22.18.0', '22.21.3', '24.0.0', '26.1.0'])('%s will do', (version) => {
    expect(outdatedNode(version)).toBeUndefined();
  });

  test.each(['18.20.1', '20.20.2', '22.17.9'])('%s is refused, and what to do is said', (version) => {
    expect(outdatedNode(version)).toContain(`Node.js ${version} is too old: 22.18 or newer is required`);
  });
});
