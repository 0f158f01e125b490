import { composeServices } from '@apollo/composition';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';

const federation = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
const bookTypes = parse(`${federation}
  type Query { books: [Book!]! }
  type Book @key(fields: "id") { id: ID! title: String! }
`);
const reviewTypes = parse(`${federation}
  type Book @key(fields: "id") { id: ID! reviews: [Review!]! }
  type Review { text: String! }
`);

/** URL of a server of the subgraph `books`; empty to run it in this process. */
export const booksUrl = process.env.BOOKS_URL ?? '';

export const books = buildSubgraphSchema([
  {
    typeDefs: bookTypes,
    resolvers: {
      Query: {
        books: () => [
          { id: '1', title: 'Tides' },
          { id: '2', title: 'Dunes' },
        ],
      },
    },
  },
]);

const texts: Readonly<Record<string, readonly string[]>> = { 1: ['Calm', 'Deep'] };

export const reviews = buildSubgraphSchema([
  {
    typeDefs: reviewTypes,
    resolvers: {
      Book: {
        __resolveReference: ({ id }: { id: string }) => ({ id, reviews: (texts[id] ?? []).map((text) => ({ text })) }),
      },
    },
  },
]);

const composed = composeServices([
  { name: 'books', typeDefs: bookTypes },
  { name: 'reviews', typeDefs: reviewTypes },
]);
if (composed.supergraphSdl === undefined)
  throw new AggregateError(composed.errors ?? [], 'The subgraphs do not compose');

export const supergraphSdl = composed.supergraphSdl;
