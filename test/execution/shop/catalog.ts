import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { byNumber, reject, resolveLater } from './data.js';

const typeDefs = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.9"
      import: ["@key", "@shareable", "@inaccessible", "@provides", "@external"]
    )

  type Query {
    product(id: ID!): Product
    products(first: Int = 4, filter: ProductFilter): [Product!]!
    sparse: [Product]
    media(kind: Kind): [Media!]!
    anyMedia: Media
    search(text: String! = "a"): [SearchResult!]
    shelf: Shelf!
    slots: [[Slot!]]!
    featured: Person @provides(fields: "nickname")
    secretive: [Visible]
  }

  type Mutation {
    renameProduct(id: ID!, name: String!): Product!
    tagProduct(input: TagInput!): TagPayload
  }

  input TagInput { id: ID!, tags: [String!]! = ["new"], level: Level = LOW, note: String }
  type TagPayload { product: Product, tags: [String!]!, level: Level!, note: String }
  enum Level { LOW HIGH }
  enum Kind { PAPER SCREEN SECRET @inaccessible }
  input ProductFilter { minPrice: Float, regions: [Region!], nested: ProductFilter, named: String }
  enum Region { NORTH SOUTH }

  interface Media @key(fields: "id") { id: ID! title: String! kind: Kind! maker: Person }
  type Book implements Media & Named @key(fields: "id") { id: ID! title: String! kind: Kind! maker: Person name: String! pages: Int! }
  type Film implements Media @key(fields: "id") { id: ID! title: String! kind: Kind! maker: Person minutes: Int broken: String! }
  interface Named { name: String! }
  union SearchResult = Product | Book | Person

  interface Visible { label: String }
  type Open implements Visible { label: String code: Int }
  type Closed implements Visible @inaccessible { label: String }

  type Shelf { label: String! top: Product! all: [Product!]! fragile: [Product!] owner: Person! size: Size @shareable }
  type Size @shareable { width: Int! depth: Int }

  type Product implements Named @key(fields: "id") @key(fields: "region code") {
    id: ID!
    region: Region!
    code: String!
    name: String!
    price: Float
    weight: Int
    size: Size @shareable
    media: Media
    related(first: Int = 2): [Product!]!
    broken: String!
    flaky: String
    maker: Person!
    tags: [String]
    odd: [Int!]
  }

  type Slot @key(fields: "owner { id } number") { owner: Person! number: Int! width: Int! }
  type Person @key(fields: "id") { id: ID! nickname: String @external }
`;

interface ProductRow {
  id: string;
  name?: string;
}

const productIds = ['1', '2', '3', '4', '5', '6'];

function product(id: string): ProductRow | null {
  return productIds.includes(id) ? { id } : null;
}

const productResolvers = {
  __resolveReference(reference: { id?: string; code?: string }) {
    if (reference.id === '6') throw reject('NOT_FOUND', 'Product 6 has gone');
    if (reference.code === 'c5') return resolveLater(() => null);
    return resolveLater(() => product(reference.id ?? String(reference.code).slice(1)));
  },
  region: ({ id }: ProductRow) => (byNumber(id, 2) ? 'NORTH' : 'SOUTH'),
  code: ({ id }: ProductRow) => `c${id}`,
  name: ({ id, name }: ProductRow) => name ?? `Product ${id}`,
  price: ({ id }: ProductRow) => (byNumber(id, 3) ? null : Number(id) * 1.5),
  weight: ({ id }: ProductRow) => resolveLater(() => (byNumber(id, 4) ? null : Number(id) * 100)),
  size: ({ id }: ProductRow) => ({ width: Number(id), depth: byNumber(id, 2) ? null : 3 }),
  media: ({ id }: ProductRow) => media[Number(id) % 4] ?? null,
  related: ({ id }: ProductRow, { first }: { first: number }) =>
    productIds
      .filter((other) => Number(other) > Number(id))
      .slice(0, first)
      .map((other) => product(other)),
  broken: ({ id }: ProductRow) => {
    if (byNumber(id, 3)) throw reject('CONFLICT', `Product ${id} is broken`);
    return `whole ${id}`;
  },
  flaky: ({ id }: ProductRow) =>
    resolveLater(() => {
      if (byNumber(id, 2)) throw new Error(`Product ${id} is flaky`);
      return null;
    }),
  // Only `broken` fails synchronously: if two items do, graphql-js loses the rejections of others.
  maker: ({ id }: ProductRow) => resolveLater(() => (id === '4' ? null : { id: `p${(Number(id) % 3) + 1}` })),
  tags: ({ id }: ProductRow) => ['a', byNumber(id, 2) ? null : 'b', resolveLater(() => 'c')],
  odd: ({ id }: ProductRow) => [1, byNumber(id, 2) ? null : 2, 3],
};

const media = [
  { __typename: 'Book', id: 'm1', title: 'Paper', kind: 'PAPER', pages: 12, name: 'Book m1' },
  { __typename: 'Film', id: 'm2', title: 'Screen', kind: 'SCREEN', minutes: null },
  { __typename: 'Film', id: 'm3', title: 'Secret', kind: 'SECRET', minutes: 90 },
];

const mediaResolvers = {
  __resolveReference: ({ id }: { id: string }) => resolveLater(() => media.find((item) => item.id === id) ?? null),
  maker: ({ id }: { id: string }) => ({ id: `p${id.slice(1)}` }),
};

export function catalogSchema(): GraphQLSchema {
  return buildSubgraphSchema([
    {
      typeDefs: parse(typeDefs),
      resolvers: {
        Query: {
          product: (_: unknown, { id }: { id: string }) => product(id),
          products: (_: unknown, { first, filter }: { first: number; filter?: { named?: string | null } }) =>
            productIds
              .slice(0, first)
              .map((id) => ({ id, ...(filter && 'named' in filter ? { name: String(filter.named) } : {}) })),
          sparse: () => [
            product('1'),
            null,
            resolveLater(() => product('2')),
            resolveLater(() => Promise.reject(new Error('sparse broke'))),
          ],
          media: (_: unknown, { kind }: { kind?: string }) =>
            media.filter((item) => kind === undefined || item.kind === kind),
          anyMedia: () => resolveLater(() => media[0]),
          search: (_: unknown, { text }: { text: string }) =>
            text === 'none' ? null : [{ __typename: 'Product', id: '2' }, media[0], { __typename: 'Person', id: 'p2' }],
          shelf: () => ({}),
          slots: () => [
            [{ owner: { id: 'p1' }, number: 1 }],
            null,
            [
              { owner: { id: 'p2' }, number: 2 },
              { owner: { id: 'p1' }, number: 3 },
            ],
          ],
          featured: () => ({ id: 'p1', nickname: 'provided' }),
          secretive: () => [
            { __typename: 'Open', label: 'o', code: 1 },
            { __typename: 'Closed', label: 'c' },
          ],
        },
        Mutation: {
          renameProduct(_: unknown, { id, name }: { id: string; name: string }, context: { log: string[] }) {
            context.log.push(`rename ${id} ${name}`);
            if (name === 'bad') throw reject('BAD_USER_INPUT', 'That is not a name');
            return { ...product(id), name };
          },
          tagProduct(
            _: unknown,
            { input }: { input: { id: string; tags: string[]; level: string; note?: string | null } },
            context: { log: string[] },
          ) {
            context.log.push(`tag ${JSON.stringify(input)}`);
            if (input.id === '9')
              throw new GraphQLError('No product 9', { extensions: { code: 'NOT_FOUND', id: '9' } });
            return {
              product: product(input.id),
              tags: input.tags,
              level: input.level,
              note: 'note' in input ? String(input.note) : null,
            };
          },
        },
        Shelf: {
          label: () => resolveLater(() => 'Top shelf'),
          top: () => product('2'),
          all: () => resolveLater(() => productIds.slice(0, 3).map((id) => product(id))),
          fragile: () => productIds.map((id) => product(id)),
          owner: () => ({ id: 'p9' }),
          size: () => ({ width: 1, depth: 2 }),
        },
        Product: productResolvers,
        Book: mediaResolvers,
        Film: {
          ...mediaResolvers,
          broken: () => resolveLater(() => Promise.reject(reject('FORBIDDEN', 'No film for you'))),
        },
        Media: mediaResolvers,
        Slot: {
          __resolveReference: (reference: object) => reference,
          width: ({ number }: { number: number }) => number * 10,
        },
      },
    },
  ]);
}

export const catalogTypeDefs = typeDefs;
