import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { byNumber, reject, resolveLater } from './data.js';

export const peopleTypeDefs = /* GraphQL */ `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@authenticated"])

  type Query {
    me: Person
    person(id: ID!): Person
    people(ids: [ID!]! = ["p1", "p2", "p3"]): [Person!]!
    team: Team
  }

  type Mutation { greet(id: ID!, words: String): Greeting! }
  type Greeting { text: String! person: Person }

  type Team { name: String! lead: Person! members: [Person!] shelf: TeamShelf }
  type TeamShelf { size: Size }
  type Size @shareable { width: Int! depth: Int }

  type Person @key(fields: "id") {
    id: ID!
    name: String!
    nickname: String @shareable
    email: String @authenticated
    age: Int!
    friends: [Person!]!
    best: Person
    address: Address
    stamp: Stamp
    odd: Odd
  }
  type Odd { id: ID! count(value: Float): Int text: String! flag: Boolean ratio: Float moods: [Mood!] mood: Mood counts: [Int!] other: Odd strict: Int! }
  enum Mood { GLAD SAD LOST }
  type Address { street: String! city: String }
  scalar Stamp
`;

interface PersonRow {
  id: string;
}

function person(id: string): PersonRow | null {
  return id === 'p9' ? null : { id };
}

export function peopleSchema(): GraphQLSchema {
  return buildSubgraphSchema([
    {
      typeDefs: parse(peopleTypeDefs),
      resolvers: {
        Query: {
          me: () => person('p1'),
          person: (_: unknown, { id }: { id: string }) => resolveLater(() => person(id)),
          people: (_: unknown, { ids }: { ids: string[] }) => ids.map((id) => person(id)),
          team: () => ({
            name: 'Team',
            lead: person('p3'),
            members: [person('p1'), person('p2')],
            shelf: { size: { width: 7 } },
          }),
        },
        Mutation: {
          greet(_: unknown, args: { id: string; words?: string | null }, context: { log: string[] }) {
            context.log.push(`greet ${JSON.stringify(args)}`);
            return resolveLater(() => {
              if (args.words === 'bad') throw reject('FORBIDDEN', 'Mind your words');
              return { text: `${args.words} ${args.id}`, person: person(args.id) };
            });
          },
        },
        Mood: { GLAD: 1, SAD: 'sad' },
        Odd: {
          count: (_: unknown, { value }: { value?: number | null }) => value ?? '7',
          strict: ({ id }: { id: number }) => id / 2,
        },
        Person: {
          unusualValues: ({ id }: PersonRow) => unusualValues(Number(id.replace(/\D/g, ''))),
          __resolveReference({ id }: PersonRow) {
            return resolveLater(() => {
              if (id === 'p8') throw reject('UNAUTHENTICATED', 'Nobody knows p8');
              return person(id);
            });
          },
          name: ({ id }: PersonRow) => `Person ${id}`,
          nickname: ({ id }: PersonRow) => resolveLater(() => `nick ${id}`),
          email: ({ id }: PersonRow) => {
            if (byNumber(id, 2)) throw reject('FORBIDDEN', `The address of ${id} is private`);
            return `${id}@example.org`;
          },
          age: ({ id }: PersonRow) => resolveLater(() => (byNumber(id, 3) ? null : 30)),
          friends: ({ id }: PersonRow) =>
            ['p1', 'p2', 'p4'].filter((other) => other !== id).map((other) => person(other)),
          best: ({ id }: PersonRow) => (byNumber(id, 2) ? person('p1') : null),
          address: ({ id }: PersonRow) => ({ street: byNumber(id, 2) ? null : 'Main street', city: 'Town' }),
          stamp: ({ id }: PersonRow) => ({ by: id, list: [1, { deep: true }] }),
        },
      },
    },
  ]);
}

/** Values that must be converted by serialization, and some that it rejects. */
function unusualValues(number: number): object {
  return {
    id: number,
    text: number % 2 === 0 ? true : { valueOf: () => 'text' },
    flag: number % 2,
    ratio: '2.5',
    moods: number % 3 === 0 ? [1, 'glad'] : [1, 'sad', 'LOST'],
    mood: number % 2 === 0 ? 'unknown' : 'sad',
    counts: number % 2 === 0 ? [1, 1.5, 2] : ['1', true],
    other: number > 0 ? { id: number * 10, text: 5, strict: 1 } : null,
  };
}
