import { buildSchema, parse, print, validate } from 'graphql';
import { expect, test } from 'vitest';
import type { EventType } from '../../platform/events/index.js';
import { subscriptionQuery } from './subscription-query.js';

const schema = buildSchema(`
  type Query { changedPets(ids: [ID!]!, kind: String): [Pet] }
  type Subscription { petChanged(kind: String): Pet tick: Int }
  type Pet { id: ID! name: String }
`);
const pets: EventType = {
  name: 'pets',
  admit: () => ({ tenants: null }),
  subscription: { field: 'petChanged', entities: 'changedPets', idsOf: () => [] },
};

function queryOf(text: string) {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  return subscriptionQuery({ document, schema, eventTypes: [pets] });
}

test('converts a subscription to a query for many entities under the same response name', () => {
  const query = queryOf('subscription Follow($kind: String) { petChanged(kind: $kind) { id name } }');
  expect(query).toMatchObject({ responseName: 'petChanged', idsVariable: 'ids', eventType: pets });
  expect(print(query?.document ?? parse('{ none }'))).toBe(
    print(
      parse(
        'query Follow($kind: String, $ids: [ID!]!) { petChanged: changedPets(kind: $kind, ids: $ids) { id name } }',
      ),
    ),
  );
  expect(validate(schema, query?.document ?? parse('{ none }'))).toEqual([]);
});

test('preserves root fragments, aliases, and a variable with the same name as the added one', () => {
  const query = queryOf(`subscription ($ids: String) { ...root }
    fragment root on Subscription { ... on Subscription { it: petChanged(kind: $ids) { ...pet } } }
    fragment pet on Pet { id }`);
  expect(query).toMatchObject({ responseName: 'it', idsVariable: 'ids_' });
  expect(print(query?.document ?? parse('{ none }'))).toBe(
    print(
      parse(`query ($ids: String, $ids_: [ID!]!) { ...root }
        fragment root on Query { ... on Query { it: changedPets(kind: $ids, ids: $ids_) { ...pet } } }
        fragment pet on Pet { id }`),
    ),
  );
});

test('returns no query for a field that no event type sends', () => {
  expect(queryOf('subscription { tick }')).toBeUndefined();
});
