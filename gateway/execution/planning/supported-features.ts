import type { DocumentNode } from 'graphql';
import { readLinkedFeatures } from './linked-features.js';

/** Directives of unsupported features, keyed by feature. Ignoring these features would make results wrong. */
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
