import fastCheck from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repairRequestTarget } from './app.js';

describe('normalizing a request target', () => {
  test.each([
    ['/alerts/%41', '/alerts/%41'],
    ['/alerts/%', '/alerts/%25'],
    ['/alerts/%zz', '/alerts/%25zz'],
    ['/alerts/%ff', '/alerts/%EF%BF%BD'],
    ['/alerts/%C3%A9', '/alerts/%C3%A9'],
    ['/alerts?q=%zz', '/alerts?q=%zz'],
  ])('%s becomes %s', (target, repaired) => {
    expect(repairRequestTarget(target)).toBe(repaired);
  });

  test('returns paths that can always be decoded', () => {
    const piece = fastCheck.oneof(fastCheck.constantFrom('%', '%2', '%zz', '%ff', '%C3', '%A9', '%2F', 'a', '/'));
    fastCheck.assert(
      fastCheck.property(fastCheck.array(piece), (pieces) => {
        const repaired = repairRequestTarget(`/${pieces.join('')}`);
        expect(() => decodeURIComponent(repaired)).not.toThrow();
        expect(repairRequestTarget(repaired)).toBe(repaired);
      }),
    );
  });
});
