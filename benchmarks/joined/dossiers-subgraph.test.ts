import 'reflect-metadata';
import { expect, test } from 'vitest';
import { composeSupergraph } from '../../gateway/index.js';
import { alertsSubgraph } from '../../subgraphs/alerts/index.js';
import { dossiersTypeDefs } from './dossiers-subgraph.js';

test('the dossiers subgraph composes with the alerts subgraph', () => {
  const supergraph = composeSupergraph([
    { name: 'alerts', typeDefs: alertsSubgraph.printTypeDefs() },
    { name: 'dossiers', typeDefs: dossiersTypeDefs },
  ]);
  expect(supergraph).toContain('type Dossier');
});
