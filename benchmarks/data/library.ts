import { composeServices } from '@apollo/composition';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
const typeDefs = {
  books: parse(`${link}
    type Query { books(first: Int!): [Book!]! }
    type Book @key(fields: "id") { id: ID! title: String! year: Int! author: Author! }
    type Author { name: String! }
  `),
  reviews: parse(`${link}
    type Book @key(fields: "id") { id: ID! reviews: [Review!]! }
    type Review { stars: Int! text: String! }
  `),
  stock: parse(`${link}
    type Book @key(fields: "id") { id: ID! stock: Stock! }
    type Stock { left: Int! }
  `),
};

const books = Array.from({ length: 100 }, (_, index) => ({
  id: `b${index}`,
  title: `Book ${index}`,
  year: 1900 + index,
  author: { name: `Author ${index % 10}` },
}));
const reviewsOf = (id: string) => [1, 2, 3].map((stars) => ({ stars, text: `${stars} for ${id}` }));

/** The schemas of the subgraphs of the `executor` suite, by subgraph name. Their data is in memory. */
export const library: ReadonlyMap<string, GraphQLSchema> = new Map([
  [
    'books',
    buildSubgraphSchema([
      {
        typeDefs: typeDefs.books,
        resolvers: { Query: { books: (_: unknown, { first }: { first: number }) => books.slice(0, first) } },
      },
    ]),
  ],
  [
    'reviews',
    buildSubgraphSchema([
      {
        typeDefs: typeDefs.reviews,
        resolvers: { Book: { __resolveReference: ({ id }: { id: string }) => ({ id, reviews: reviewsOf(id) }) } },
      },
    ]),
  ],
  [
    'stock',
    buildSubgraphSchema([
      {
        typeDefs: typeDefs.stock,
        resolvers: { Book: { __resolveReference: ({ id }: { id: string }) => ({ id, stock: { left: id.length } }) } },
      },
    ]),
  ],
]);

const { supergraphSdl, errors } = composeServices(
  Object.entries(typeDefs).map(([name, subgraph]) => ({ name, typeDefs: subgraph })),
);
if (supergraphSdl === undefined) throw new AggregateError(errors ?? [], 'the library subgraphs do not compose');

export const librarySupergraph: string = supergraphSdl;
