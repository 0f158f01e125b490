import { describe, expect, test } from 'vitest';
import { forApolloGateway, withAllAccessible } from './supergraph.js';

const link = (name: string, rest = ''): string => `@link(url: "https://specs.apollo.dev/${name}/v0.1"${rest})`;
const schema = (links: string, rest = ''): string => `schema ${links} {\n  query: Query\n}\n\n${rest}`;

describe('the supergraph for Apollo’s gateway', () => {
  test.each(['authenticated', 'requiresScopes', 'policy'])('omits the purpose (for:) in the @link of @%s', (name) => {
    expect(forApolloGateway(schema(link(name, ', for: SECURITY')))).toBe(schema(link(name)).trim());
  });

  test('preserves the purpose (for:) in all other @links', () => {
    const links = `${link('join', ', for: EXECUTION')} ${link('inaccessible', ', for: SECURITY')}`;
    expect(forApolloGateway(schema(links))).toBe(schema(links).trim());
  });
});

describe('the supergraph of the server itself', () => {
  test('contains no @inaccessible', () => {
    const rest = 'type Query {\n  shown: Int @join__field\n  hidden: Int @join__field @inaccessible\n}';
    expect(withAllAccessible(schema(link('inaccessible'), rest))).toBe(
      schema(link('inaccessible'), rest.replace(' @inaccessible', '')),
    );
  });

  test('contains no @inaccessible that is imported under another name', () => {
    const rest = 'type Query {\n  hidden: Int @private\n}';
    const links = link('inaccessible', ', as: "private"');
    expect(withAllAccessible(schema(links, rest))).toBe(schema(links, rest.replace(' @private', '')));
  });
});
