import type { FetchNode, PlanNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { buildSchema, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { NeededFields } from './needed-fields.js';

const schema = buildSchema(`
  type Query { shelf: Shelf nodes: [Node!] }
  type Shelf { nodes: [Node!] }
  interface Node { id: ID size: Size note: String }
  type Book implements Node { id: ID size: Size note: String pages: Int }
  type Film implements Node { id: ID size: Size note: String minutes: Int }
  type Size { width: Int depth: Int }
`);

const field = (name: string, selections?: QueryPlanSelectionNode[]): QueryPlanSelectionNode => ({
  kind: 'Field',
  name,
  ...(selections && { selections }),
});
const on = (typeCondition: string, ...selections: QueryPlanSelectionNode[]): QueryPlanSelectionNode => ({
  kind: 'InlineFragment',
  typeCondition,
  selections,
});

/** A fetch that sends these fields of objects at a path. */
function fetchAt(path: string[], requires: QueryPlanSelectionNode[]): PlanNode {
  const fetch = { kind: 'Fetch', serviceName: 's', operation: '', operationKind: 'query', requires };
  return { kind: 'Flatten', path, node: fetch as unknown as FetchNode }; // The other members are not read.
}

function neededOf(text: string, node?: PlanNode): NeededFields {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const source = { schema, operation, fragments: new Map(), variables: {} };
  return new NeededFields(source, schema, { kind: 'QueryPlan', ...(node && { node }) });
}

describe('the needed fields', () => {
  test('of an object are those that the operation selects on its type', () => {
    const needed = neededOf('{ shelf { nodes { a: id ... on Book { pages } } nodes { note } } }');
    expect(needed.of(['shelf', 'nodes', '@'], 'Book')).toEqual(new Set(['a', 'pages', 'note']));
    expect(needed.of(['shelf', 'nodes', 0], 'Film')).toEqual(new Set(['a', 'note']));
    expect(needed.of(['shelf', 'nodes', '@'], 'Hidden')).toBeUndefined();
  });

  test('of an object include those of its type that any fetch of the plan sends', () => {
    const node: PlanNode = {
      kind: 'Sequence',
      nodes: [
        fetchAt(['nodes', '@'], [on('Node', field('id'))]),
        {
          kind: 'Parallel',
          nodes: [
            fetchAt(['shelf', 'nodes', '@'], [on('Node', field('id'), on('Film', field('minutes')))]),
            fetchAt(['shelf', 'nodes', '@'], [on('Book', field('size', [field('width')]))]),
          ],
        },
      ],
    };
    const needed = neededOf('{ shelf { nodes { note } } nodes { note } }', node);
    expect(needed.of(['nodes', '@'], 'Book')).toEqual(new Set(['note', 'id']));
    expect(needed.of(['shelf', 'nodes', '@'], 'Book')).toEqual(new Set(['note', 'id', 'size']));
    expect(needed.of(['shelf', 'nodes', '@'], 'Film')).toEqual(new Set(['note', 'id', 'minutes']));
    expect(needed.of(['shelf', 'nodes', '@', 'size'], 'Size')).toEqual(new Set(['width']));
  });

  test('of the events of a subscription include those that its fetches send', () => {
    const rest = fetchAt(['nodes', '@'], [on('Book', field('pages'))]);
    const primary = { kind: 'Fetch', serviceName: 's', operation: '', operationKind: 'subscription' };
    const node = { kind: 'Subscription', primary, rest } as unknown as PlanNode; // A plan can have this node at its root.
    expect(neededOf('{ nodes { id } }', node).of(['nodes', '@'], 'Book')).toEqual(new Set(['id', 'pages']));
  });
});

describe('an error', () => {
  const merged = { nodes: [{ __typename: 'Book' }, { __typename: 'Film' }] };
  const text = '{ nodes { id ... on Book { note } } }';

  test('concerns the operation if its field is selected on the type of the object', () => {
    expect(neededOf(text).isRelevant(['nodes', 0, 'note'], merged)).toBe(true);
    expect(neededOf(text).isRelevant(['nodes', 1, 'note'], merged)).toBe(false);
    expect(neededOf(text).isRelevant(['nodes', 1, 'id'], merged)).toBe(true);
  });

  test('concerns the operation if a fetch sends its field for objects of the type', () => {
    const sendsOf = (type: string) => neededOf(text, fetchAt(['nodes', '@'], [on(type, field('note'))]));
    expect(sendsOf('Film').isRelevant(['nodes', 1, 'note'], merged)).toBe(true);
    expect(sendsOf('Node').isRelevant(['nodes', 1, 'note'], merged)).toBe(true);
    expect(sendsOf('Book').isRelevant(['nodes', 1, 'note'], merged)).toBe(false);
    const other = neededOf(text, fetchAt(['nodes', '@'], [on('Film', field('id'))]));
    expect(other.isRelevant(['nodes', 1, 'note'], merged)).toBe(false);
  });

  test('concerns the operation if the type of the object is unknown and any type selects its field', () => {
    expect(neededOf(text).isRelevant(['nodes', 0, 'note'], { nodes: [{}] })).toBe(true);
    expect(neededOf(text).isRelevant(['nodes', 0, 'note'], { nodes: [{ __typename: 'Hidden' }] })).toBe(true);
  });

  test('concerns the operation if no type selects its field, because only the plan needs it', () => {
    expect(neededOf(text).isRelevant(['nodes', 1, 'size'], merged)).toBe(true);
  });

  test.each([null, undefined, 0])('concerns the operation if its path leads through %s', (nodes) => {
    expect(neededOf(text).isRelevant(['nodes', 1, 'note'], { nodes })).toBe(true);
  });

  test('concerns the operation if its field is selected in fragments on object types without type names', () => {
    const inFragments = neededOf('{ ... on Query { shelf { ... on Shelf { nodes { id } } } } }');
    expect(inFragments.isRelevant(['shelf', 'nodes'], { shelf: { nodes: null } })).toBe(true);
    // The root type of a subgraph can have the name of another type.
    expect(inFragments.isRelevant(['shelf', 'nodes'], { __typename: 'Size', shelf: { nodes: null } })).toBe(true);
  });
});
