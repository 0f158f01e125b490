import type { FetchNode, PlanNode, QueryPlan, QueryPlanSelectionNode } from '@apollo/query-planner';
import { buildSchema, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fragmentsOf } from '../selection.js';
import { deferredFragments, labelOf } from './defer-directive.js';
import { type DeferredFetch, splitPlan } from './deferred-plan.js';

const schema = buildSchema(`
  type Query { nodes: [Node!] best: Book other: Int }
  interface Node { id: ID }
  type Book implements Node { id: ID price: Int tax: Int stock: Int maker: Maker }
  type Film implements Node { id: ID price: Int minutes: Int }
  type Maker { id: ID name: String }
`);

type Fields = readonly QueryPlanSelectionNode[];

const field = (name: string): QueryPlanSelectionNode => ({ kind: 'Field', name });
const idOf = (type: string): Fields => [{ kind: 'InlineFragment', typeCondition: type, selections: [field('id')] }];

function fetchNode(serviceName: string, operation: string, rest: Partial<FetchNode> = {}): FetchNode {
  // Has the members that the planner sets.
  return { kind: 'Fetch', serviceName, operation, operationKind: 'query', variableUsages: [], ...rest } as FetchNode;
}

/** A fetch of fields of the books or other entities at a path. */
function entityFetch(
  name: string,
  { type = 'Book', path = ['nodes', '@'], fields = '', requires = idOf(type), rest = {} },
): PlanNode {
  const operation = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ${type} { ${fields} } } }`;
  const node = fetchNode(name, operation, { requires: requires as FetchNode['requires'], ...rest });
  return { kind: 'Flatten', path, node };
}

function split(text: string, node: PlanNode | QueryPlan['node']) {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the document does not start with an operation');
  const source = {
    schema,
    operation,
    fragments: fragmentsOf(document),
    variables: {},
    deferred: deferredFragments(document),
  };
  const plan: QueryPlan = { kind: 'QueryPlan', ...(node && { node: node as PlanNode }) };
  return splitPlan(plan, source, { supergraph: schema, interfaceObjects: new Map() });
}

/** The plans of the fetches that run later. */
function laterPlans(text: string, node: PlanNode): readonly QueryPlan['node'][] {
  return (split(text, node)?.later ?? []).map(({ plan }) => plan.node);
}

/**
 * The names of the subgraphs of the primary fetches, of the later fetches, and of the fetches for each label. An arrow
 * points to a fetch from a fetch that it needs.
 */
function splitOf(text: string, node: PlanNode | QueryPlan['node']) {
  const plan = split(text, node);
  if (plan === undefined) return undefined;
  const describeFetch = (fetch: DeferredFetch): string =>
    [...namesIn(fetch.plan.node), ...fetch.needs.map((needed) => `<-${namesIn(needed.plan.node)}`)].join('');
  return {
    primary: namesIn(plan.primary.node),
    later: plan.later.map(describeFetch),
    byFragment: Object.fromEntries(
      [...plan.byFragment].map(([fragment, fetches]) => [labelOf(fragment), fetches.map(describeFetch)]),
    ),
  };
}

function namesIn(node: QueryPlan['node']): readonly string[] {
  switch (node?.kind) {
    case 'Fetch':
      return [node.serviceName];
    case 'Flatten':
      return namesIn(node.node);
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap(namesIn);
    default:
      return [];
  }
}

const nodes = fetchNode('nodes', '{ nodes { __typename id } }');
const prices = entityFetch('prices', { fields: '__typename price' });
const stocks = entityFetch('stocks', { fields: 'stock' });
const taxes = entityFetch('taxes', {
  fields: 'tax',
  requires: [{ kind: 'InlineFragment', typeCondition: 'Book', selections: [field('id'), field('price')] }],
});
const sequence = (...steps: PlanNode[]): PlanNode => ({ kind: 'Sequence', nodes: steps });
const parallel = (...steps: PlanNode[]): PlanNode => ({ kind: 'Parallel', nodes: steps });
const completePlan = sequence(nodes, parallel(prices, stocks), taxes);

describe('the fetches of a plan', () => {
  test('run before the initial result if the selections outside deferred fragments need them, otherwise after it', () => {
    const text = `{ nodes { id ... on Book { stock ... @defer(label: "price") { price } ...F @defer(label: "tax") } } }
      fragment F on Book { tax }`;
    expect(splitOf(text, completePlan)).toEqual({
      primary: ['nodes', 'stocks'],
      later: ['prices', 'taxes<-prices'],
      byFragment: { price: ['prices'], tax: ['taxes<-prices', 'prices'] },
    });
  });

  test('run first if fetches for the initial result need them', () => {
    const text =
      '{ nodes { ... on Book { tax ... @defer(label: "price") { price } ... @defer(label: "stock") { stock } } } }';
    expect(splitOf(text, completePlan)).toEqual({
      primary: ['nodes', 'prices', 'taxes'],
      later: ['stocks'],
      byFragment: { price: [], stock: ['stocks'] },
    });
  });

  test('run for the type of objects on which a field is selected', () => {
    const films = entityFetch('films', { type: 'Film', fields: 'price' });
    const text = '{ nodes { ... on Film { price } ... @defer(label: "book") { ... on Book { price } } } }';
    expect(splitOf(text, sequence(nodes, parallel(prices, films)))).toEqual({
      primary: ['nodes', 'films'],
      later: ['prices'],
      byFragment: { book: ['prices'] },
    });
  });

  test('run for the innermost deferred fragment, together with the fetches that find its objects', () => {
    const makers = entityFetch('makers', { fields: 'maker { __typename id }' });
    const names = entityFetch('names', { type: 'Maker', path: ['nodes', '@', 'maker'], fields: 'name' });
    const text = `{ nodes { id ... on Book { ... @defer(label: "outer") { maker { id ... @defer(label: "inner") { name } } } } } }`;
    expect(splitOf(text, sequence(nodes, makers, names))).toEqual({
      primary: ['nodes'],
      later: ['makers', 'names<-makers'],
      byFragment: { outer: ['makers'], inner: ['names<-makers', 'makers'] },
    });
  });

  test('run for the field that renames their results', () => {
    const renamed = entityFetch('renamed', {
      fields: 'price__alias_0: price',
      rest: { outputRewrites: [{ kind: 'KeyRenamer', path: ['... on Book', 'price__alias_0'], renameKeyTo: 'cost' }] },
    });
    const text = '{ nodes { id ... on Book { ... @defer(label: "cost") { cost: price } } } }';
    expect(splitOf(text, sequence(nodes, renamed))).toMatchObject({
      primary: ['nodes'],
      byFragment: { cost: ['renamed'] },
    });
  });

  test('run for the objects at their path', () => {
    const other = fetchNode('other', '{ other }');
    const best = fetchNode('best', '{ best { __typename id } }');
    const bestPrice = entityFetch('bestPrice', { path: ['best'], fields: 'price' });
    const text = `{ nodes { id ...F @defer(label: "prices") } best { id ...F @defer(label: "best") }
      ... @defer(label: "other") { other } } fragment F on Book { price }`;
    const plan = parallel(sequence(parallel(nodes, best), parallel(prices, bestPrice)), other);
    expect(splitOf(text, plan)).toEqual({
      primary: ['nodes', 'best'],
      later: ['prices', 'bestPrice', 'other'],
      byFragment: { prices: ['prices'], best: ['bestPrice'], other: ['other'] },
    });
    expect(laterPlans(text, plan)).toEqual([prices, bestPrice, other]);
    const same = '{ nodes { id ...F } best { id ...F } } fragment F on Book { id ... @defer(label: "both") { price } }';
    expect(splitOf(same, plan)?.byFragment).toEqual({ both: ['prices', 'bestPrice'] });
  });

  test('run first if no selection is known to need them', () => {
    const unknown = entityFetch('unknown', { fields: 'minutes' });
    const text = '{ nodes { id ... on Book { ... @defer(label: "price") { price } } } }';
    expect(splitOf(text, sequence(nodes, parallel(prices, unknown)))).toMatchObject({ primary: ['nodes', 'unknown'] });
  });
});

test.each<[string, string, QueryPlan['node']]>([
  [
    'the initial result needs all fetches',
    '{ nodes { id ... on Book { price ... @defer { price } } } }',
    sequence(nodes, prices),
  ],
  ['there are no fetches', '{ ... @defer { __typename } }', undefined],
  [
    'it is the plan of a subscription',
    '{ nodes { ... @defer { id } } }',
    { kind: 'Subscription', primary: nodes } as QueryPlan['node'], // `PlanNode` excludes subscriptions.
  ],
  [
    'it has conditions',
    '{ nodes { ... @defer { id } } }',
    { kind: 'Condition', condition: 'a', ifClause: nodes } as PlanNode, // Has all required members.
  ],
])('a plan is not split if %s', (_, text, node) => {
  expect(splitOf(text, node)).toBeUndefined();
});
