import { composeServices } from '@apollo/composition';
import { ROUTER_SUPPORTED_SUPERGRAPH_FEATURES, Supergraph } from '@apollo/federation-internals';
import { composeServices as composeWithGuild } from '@theguild/federation-composition';
import { federateSubgraphs, LATEST_ROUTER_COMPATIBILITY_VERSION } from '@wundergraph/composition';
import { type GraphQLSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { withDefer } from '../../gateway/execution/deferral/defer-directive.js';
import { apiSchema, subgraphTexts } from './support/schema-files.js';

const subgraphs = [...subgraphTexts()].map(([name, sdl]) => ({
  ...{ name, url: `http://${name}.example/graphql`, text: sdl },
  get document() {
    return parse(sdl);
  },
}));

/** A schema for comparison, with all descriptions and deprecations, in alphabetical order. The engine adds `@defer`. */
function printed(schema: GraphQLSchema): string {
  return printSchema(lexicographicSortSchema(withDefer(schema)));
}

describe('the published subgraphs', () => {
  test('compose with the composer of the product without hints about inconsistencies', () => {
    const result = composeServices(subgraphs.map(({ name, url, document }) => ({ name, url, typeDefs: document })));
    expect(result.errors).toBeUndefined();
    expect(result.hints?.map(({ message }) => message)).toEqual([]);
  });

  test("compose with The Guild's composer to the same API schema", () => {
    const result = composeWithGuild(subgraphs.map(({ name, url, document }) => ({ name, url, typeDefs: document })));
    expect(result.errors).toBeUndefined();
    const sdl = result.supergraphSdl ?? '';
    const supergraph = Supergraph.build(sdl, { supportedFeatures: ROUTER_SUPPORTED_SUPERGRAPH_FEATURES });
    expect(printed(supergraph.apiSchema().toGraphQLJSSchema())).toBe(printed(apiSchema()));
  });

  test("compose with Cosmo's composer to the same API schema", () => {
    const result = federateSubgraphs({
      subgraphs: subgraphs.map(({ name, url, document }) => ({ name, url, definitions: document })),
      version: LATEST_ROUTER_COMPATIBILITY_VERSION,
    });
    expect(result.success ? [] : result.errors.map(({ message }) => message)).toEqual([]);
    if (!result.success) return;
    expect(result.warnings.map(({ message }) => message)).toEqual([]);
    // The composer drops `@specifiedBy`.
    const specified = / @specifiedBy\(url: "[^"]*"\)/g;
    expect(printed(result.federatedGraphClientSchema)).toBe(printed(apiSchema()).replaceAll(specified, ''));
  });
});
