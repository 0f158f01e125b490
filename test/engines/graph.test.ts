import { describe } from 'vitest';
import { testAbsentDomains } from '../graph/support/absent-domains.js';
import { describeJoinedDomains, testEdges } from '../graph/support/edges.js';
import { describeEnvironment } from '../graph/support/environment.js';
import { distributedOnApollo, onApollo } from '../support/graph-forms.js';

/** Runs the tests of edges between domains on Apollo's engine. */

describe('a field that joins two subgraphs executes one statement for all parent objects of a level', () => {
  const platform = describeEnvironment({}, onApollo);
  describeJoinedDomains(platform);
  testEdges(platform);
});

describe('distributed domains', () => {
  const platform = describeEnvironment({}, distributedOnApollo);
  describeJoinedDomains(platform);
  describe('an edge requires one call and one statement for all parents of a level', () =>
    testEdges(platform, { isDistributed: true }));
  testAbsentDomains(platform);
});
