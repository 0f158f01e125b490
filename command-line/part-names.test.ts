import { expect, test } from 'vitest';
import { nodesName } from '../gateway/index.js';
import { subgraphs } from '../subgraphs/index.js';
import { partNames, subgraphNames } from './part-names.js';

test('the names of parts and subgraphs are those of the domains', () => {
  const separate = subgraphs.filter(({ isOfGateway }) => !isOfGateway);
  expect(partNames).toEqual(['gateway', ...separate.map(({ name }) => name)]);
  expect(subgraphNames).toEqual([...subgraphs.map(({ name }) => name), nodesName]);
});
