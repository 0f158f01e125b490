import type { QueryPlan } from '@apollo/query-planner';
import {
  buildASTSchema,
  type GraphQLSchema,
  getOperationAST,
  lexicographicSortSchema,
  type NameNode,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { consoleDocuments } from '../../command-line/console-documents.js';
import { composedSupergraphOf } from '../../gateway/execution/composed-supergraph.js';
import { isDirect } from '../../gateway/execution/direct.js';
import { type SelectedOperation, selectOperation } from '../../gateway/execution/operation.js';
import { apiDocument } from '../../gateway/execution/planning/api-document.js';
import { readSubgraphNames } from '../../gateway/execution/planning/field-requirements.js';
import {
  buildPlanner,
  createPlan,
  readSupergraph,
  withAllAccessible,
} from '../../gateway/execution/planning/query-plans.js';
import { planOf, SoleSubgraphs, soleFetch } from '../../gateway/execution/planning/sole-subgraphs.js';
import { subgraphDocument } from '../../gateway/execution/planning/subgraph-document.js';
import { composeSupergraph, internalSchema } from '../../gateway/index.js';
import { schemaText } from '../schema/support/schema-files.js';
import { OperationGenerator } from './random-operations.js';
import { shopSupergraph } from './shop/index.js';
import { suites } from './suites/index.js';

const renamed = `extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective", { name: "@inaccessible", as: "@private" }, "@tag"])
    @link(url: "https://specs.link.example/audience/v1.0", import: ["@audience"])
    @composeDirective(name: "@audience")
  directive @audience(of: String!) on OBJECT | FIELD_DEFINITION
  directive @live(every: Int! = 3) on QUERY | FIELD
  scalar Time @specifiedBy(url: "https://scalars.example/time")
  interface Named { name: String! }
  type Query { thing(of: Kind = SMALL, hidden: Int @private): Thing  any: Any  find(by: By!): [Named!] }
  type Thing implements Named & Hidden @key(fields: "id") @audience(of: "all") {
    "What it is." id: ID! @tag(name: "x")
    name: String! @deprecated(reason: "Use id.")
    at: Time secret: Secret @private
  }
  interface Hidden @private { id: ID! }
  type Secret @private { key: ID! }
  type Other implements Named { name: String! }
  union Any = Thing | Other | Secret
  enum Kind { SMALL LARGE @private }
  input By { id: ID = "1" name: String secret: Int @private }`;

const committed = 'the committed supergraph';
const supergraphs = new Map<string, string>([
  [committed, schemaText('supergraph.graphql')],
  ['a supergraph with all features', shopSupergraph],
  ['a supergraph with renamed directives', composeSupergraph([{ name: 'things', typeDefs: renamed }])],
  ...suites.map(({ name, subgraphs }): [string, string] => [
    name,
    composeSupergraph(Object.entries(subgraphs).map(([subgraph, typeDefs]) => ({ name: subgraph, typeDefs }))),
  ]),
]);

function schemaOf(document: Parameters<typeof buildASTSchema>[0]): GraphQLSchema {
  return buildASTSchema(document, { assumeValid: true });
}

/** The types of a subgraph, sorted, without descriptions and without what federation adds. */
function ownTypes(schema: GraphQLSchema): string {
  const isOwn = ({ name }: { readonly name: { readonly value: string } }) =>
    !/^(?:_|link__|federation__)/.test(name.value);
  const remove = (node: { readonly name: NameNode }) => (isOwn(node) ? undefined : null);
  const sdl = printSchema(lexicographicSortSchema(schema));
  const document = visit(parse(sdl, { noLocation: true }), {
    SchemaDefinition: () => null,
    DirectiveDefinition: () => null,
    ScalarTypeDefinition: (node) => (isOwn(node) ? { ...node, directives: [] } : null),
    EnumTypeDefinition: remove,
    FieldDefinition: remove,
    UnionTypeDefinition: remove,
    // Apollo leaves root types without fields.
    ObjectTypeDefinition: (node) => (isOwn(node) && node.fields?.some(isOwn) ? undefined : null),
    StringValue: (node) => (node.block ? null : undefined),
    Directive: () => null,
  });
  return print(document);
}

describe.each([...supergraphs])('in %s,', (_, supergraphSdl) => {
  const document = parse(supergraphSdl, { noLocation: true });

  test('the schema that clients see is the API schema of Apollo', () => {
    const expected = readSupergraph(supergraphSdl).apiSchema().toGraphQLJSSchema();
    expect(printSchema(schemaOf(apiDocument(document, { all: false })))).toBe(printSchema(expected));
  });

  test('the schema with inaccessible elements is the API schema of Apollo without @inaccessible', () => {
    const expected = internalSchema(supergraphSdl);
    expect(printSchema(schemaOf(apiDocument(document, { all: true })))).toBe(printSchema(expected));
  });

  test('the schemas of the subgraphs are those that Apollo extracts', () => {
    const graphs = new Map([...readSubgraphNames(document)].map(([graph, name]) => [name, graph]));
    for (const { name, schema } of withAllAccessible(readSupergraph(supergraphSdl)).subgraphs()) {
      const subgraphSchema = schemaOf(subgraphDocument(document, graphs.get(name) ?? ''));
      expect(ownTypes(subgraphSchema), name).toBe(ownTypes(schema.toGraphQLJSSchema()));
    }
  });
});

const plannable = [...supergraphs].filter(([, supergraphSdl]) => !supergraphSdl.includes('isInterfaceObject: true'));

describe.each(plannable)('operations of %s', (name, supergraphSdl) => {
  const document = parse(supergraphSdl, { noLocation: true });
  const apiSchema = schemaOf(apiDocument(document, { all: true }));
  const graphs = [...readSubgraphNames(document)];
  const subgraphSchemas = new Map(
    graphs.map(([graph, subgraph]) => [subgraph, schemaOf(subgraphDocument(document, graph))]),
  );
  const sole = new SoleSubgraphs(document, subgraphSchemas);
  const planner = buildPlanner(withAllAccessible(readSupergraph(supergraphSdl)));
  const generator = new OperationGenerator(apiSchema, 5, { hasConditions: false });
  const generated = Array.from({ length: 30 }, () => generator.next().document);

  /** The plan without the planner; undefined if a planner is required. */
  function planWithout(selected: SelectedOperation): QueryPlan | undefined {
    const subgraph = sole.find(selected);
    const fetch = subgraph === undefined ? undefined : soleFetch(subgraph, selected.operation, selected.text);
    const { document } = selected;
    return fetch && isDirect(fetch, { document, apiSchema, subgraphSchemas }) ? planOf(fetch) : undefined;
  }

  function planWith({ document }: SelectedOperation): QueryPlan | undefined {
    try {
      return createPlan(planner, document, []);
    } catch {
      return undefined; // Apollo's planner cannot plan some operations.
    }
  }

  test('that one subgraph executes alone are planned by Apollo as one fetch of the same subgraph', () => {
    for (const operation of name === committed ? [...generated, ...consoleDocuments()] : generated) {
      const selected = selectOperation(parse(operation), undefined);
      const plan = planWithout(selected);
      if (plan !== undefined) expect(fetchesOf(planWith(selected) ?? plan), operation).toEqual(fetchesOf(plan));
    }
  });
});

test('operations of the console that one domain executes need no planner', () => {
  const planned = consoleDocuments().filter((operation) => {
    const { soleSubgraphs } = composedSupergraphOf(schemaText('supergraph.graphql'));
    return soleSubgraphs.find(selectOperation(parse(operation), undefined)) === undefined;
  });
  expect(planned.map((operation) => getOperationAST(parse(operation))?.name?.value)).toEqual(['ServiceOverview']);
});

/** The subgraphs of a plan's fetches, by the kinds of the nodes. */
function fetchesOf({ node }: QueryPlan): unknown {
  if (node?.kind === 'Subscription') return { subscription: node.primary.serviceName, rest: node.rest };
  return node?.kind === 'Fetch' ? { fetch: node.serviceName } : { node };
}
