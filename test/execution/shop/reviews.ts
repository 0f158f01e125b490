import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { byNumber, reject, resolveLater } from './data.js';

export const reviewsTypeDefs = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.9"
      import: ["@key", "@external", "@provides", "@interfaceObject", "@shareable", "@requires"]
    )

  type Query { latest(first: Int = 3): [Review!]! review(id: ID!): Review reviewed: [Media!]! targets: [Target] }
  type Mutation { rate(mediaId: ID!, stars: Int!): Review! }

  type Media @key(fields: "id") @interfaceObject { id: ID! title: String! @external rating: Float reviews: [Review!]! blurb: String @requires(fields: "title") }
  type Review @key(fields: "id") {
    id: ID!
    text: String!
    stars: Int
    author: Person @provides(fields: "nickname")
    about: Media
    product: Product
    targets: [Target!]
  }
  union Target = Product | Review | Person
  type Product @key(fields: "id") { id: ID! reviews(first: Int = 2): [Review!]! score: Float! }
  type Person @key(fields: "id") { id: ID! nickname: String @external reviews: [Review!] }
`;

interface ReviewRow {
  id: string;
}

function review(id: string): ReviewRow {
  return { id };
}

export function reviewsSchema(): GraphQLSchema {
  return buildSubgraphSchema([
    {
      typeDefs: parse(reviewsTypeDefs),
      resolvers: {
        Query: {
          latest: (_: unknown, { first }: { first: number }) => ['r1', 'r2', 'r3', 'r4'].slice(0, first).map(review),
          review: (_: unknown, { id }: { id: string }) => resolveLater(() => review(id)),
          reviewed: () => [{ id: 'm1' }, { id: 'm2' }, { id: 'm7' }],
          targets: () => [
            { __typename: 'Product', id: '1' },
            null,
            { __typename: 'Review', id: 'r2' },
            { __typename: 'Person', id: 'p8' },
          ],
        },
        Mutation: {
          rate(_: unknown, { mediaId, stars }: { mediaId: string; stars: number }, context: { log: string[] }) {
            context.log.push(`rate ${mediaId} ${stars}`);
            if (stars > 5) throw reject('BAD_USER_INPUT', 'Too many stars');
            return review('r1');
          },
        },
        Media: {
          // If only films are selected, the planner requests books without their id.
          __resolveReference: (reference: { id?: string; title?: string }) =>
            resolveLater(() => (reference.id ? reference : null)),
          rating: ({ id }: { id: string }) => (byNumber(id, 2) ? null : 4.5),
          reviews: ({ id }: { id: string }) => [review(`r${id.slice(1)}`)],
          blurb: ({ title }: { title?: string }) => `Read ${title}`,
        },
        Review: {
          __resolveReference: ({ id }: ReviewRow) => review(id),
          text: ({ id }: ReviewRow) => {
            if (id === 'r4') throw reject('GONE', 'Review r4 was withdrawn');
            return `Text "${id}"`;
          },
          stars: ({ id }: ReviewRow) => resolveLater(() => Number(id.slice(1))),
          author: ({ id }: ReviewRow) => ({ id: id === 'r3' ? 'p8' : `p${id.slice(1)}`, nickname: `by ${id}` }),
          about: ({ id }: ReviewRow) => ({ id: `m${id.slice(1)}` }),
          product: ({ id }: ReviewRow) => ({ id: String(Number(id.slice(1)) * 2) }),
          targets: () => [
            { __typename: 'Person', id: 'p1' },
            { __typename: 'Product', id: '3' },
          ],
        },
        Product: {
          __resolveReference: (reference: object) => reference,
          reviews: (_: unknown, { first }: { first: number }) =>
            resolveLater(() => ['r1', 'r2', 'r3'].slice(0, first).map(review)),
          score: ({ id }: { id: string }) => {
            if (byNumber(id, 4)) throw new Error('No score');
            return 1.5;
          },
        },
        Person: {
          __resolveReference: ({ id }: { id: string }) => (id === 'p3' ? null : { id }),
          reviews: ({ id }: { id: string }) =>
            byNumber(id, 2) ? null : [review('r1'), resolveLater(() => Promise.reject(new Error('lost review')))],
        },
      },
    },
  ]);
}
