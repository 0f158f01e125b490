import type { DocumentNode } from 'graphql';
import { readLinkedFeatures } from './linked-features.js';

/** Features of supergraphs without which results would be wrong, and which are not supported, with their directives. */
const unsupportedFeatures: Readonly<Record<string, string>> = {
  context: '@context and @fromContext',
  connect: '@connect',
};

/** @throws {Error} if the supergraph uses a feature that is not supported */
export function assertSupportedFeatures(supergraph: DocumentNode): void {
  for (const url of readLinkedFeatures(supergraph).urls) {
    // Other vendors may have features with the same names.
    const [, feature = ''] = /^https:\/\/specs\.apollo\.dev\/([a-z]+)\/v/.exec(url) ?? [];
    const directives = unsupportedFeatures[feature];
    if (directives === undefined) continue;
    throw new Error(
      `the supergraph uses ${directives}, which this gateway does not support: remove them from the subgraphs and compose the supergraph again`,
    );
  }
}
