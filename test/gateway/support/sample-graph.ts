import { schemaGraph } from './schema-graph.js';

/** A graph with the features that the HTTP tests use. */
export const sampleGraph = schemaGraph(
  `
  directive @listSize(slicingArguments: [String!], sizedFields: [String!], assumedSize: Int) on FIELD_DEFINITION
  type Query { hello(name: String = "world"): String strict: String! many(first: Int = 10): [Thing!]! @listSize(slicingArguments: ["first"]) me: String find(where: Where): String }
  type Mutation { change: String }
  type Thing { id: ID }
  input Where { and: [Where!] name: String }
  `,
  {
    hello: ({ name }) => `hello ${name}`,
    change: () => 'changed',
    many: () => [],
    me: (_, { caller }) => (caller.kind === 'operator' ? caller.name : caller.kind),
    find: () => 'found',
  },
);
