import { describe, expect, test } from 'vitest';
import { nodeVersionError } from './node-version.js';

describe('Node.js version', () => {
  test.each(['22.18.0', '22.21.3', '24.0.0', '26.1.0'])('accepts %s', (version) => {
    expect(nodeVersionError(version)).toBeUndefined();
  });

  test.each(['18.20.1', '20.20.2', '22.17.9'])('rejects %s with an instruction', (version) => {
    expect(nodeVersionError(version)).toContain(`Node.js ${version} is too old: 22.18 or newer is required`);
  });
});
