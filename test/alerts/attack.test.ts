import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxItems } from '../../platform/input-limits.js';
import { navigatorLayer } from '../../subgraphs/alerts/metrics/service-navigator-layer.js';
import { describeAlertWorld, errorCodesOf, importAll, inference, queryAlerts } from './support/alert-world.js';

const world = describeAlertWorld();
const packaged = JSON.parse(readFileSync('subgraphs/alerts/attack/enterprise-attack.json', 'utf8'));

/**
 * The techniques of each alert. T1086 was revoked for T1059.001; T1043 is deprecated; T9999 does not exist; TA0003 is a
 * tactic.
 */
const lists = [
  ['T1059'],
  ['T1059.001', 'T1059.003'],
  ['T1086'],
  ['T1547.001', 'T1059.001'],
  ['T1547'],
  ['T1043', 'T9999'],
  ['t1059'],
  [],
  ['TA0003'],
];

beforeAll(async () => {
  await importAll(
    world.alerts,
    lists.map((ttp_techniques, index) => inference({ endpoint_id: `ws-${index}`, ttp_techniques })),
  );
});

interface Matrix {
  readonly version: string;
  readonly notice: string;
  readonly tactics: readonly {
    readonly tactic: { readonly id: string; readonly name: string };
    readonly count: number;
    readonly techniques: readonly (TechniqueCount & { readonly subtechniques: readonly TechniqueCount[] })[];
  }[];
  readonly others: readonly TechniqueCount[];
}

interface TechniqueCount {
  readonly technique: { readonly id: string };
  readonly count: number;
}

async function readMatrix(parameters = ''): Promise<Matrix> {
  const { alerts } = await queryAlerts(
    world,
    `{ alerts { attackMatrix${parameters} {
      version notice
      tactics {
        tactic { id name } count
        techniques { technique { id } count subtechniques { technique { id } count } }
      }
      others { technique { id } count }
    } } }`,
  );
  return alerts.attackMatrix;
}

async function endpointsWithin(attack: readonly string[]): Promise<string[]> {
  const query =
    'query ($attack: [String!]) { alerts(filter: { attack: $attack }) { totalCount nodes { endpointId } } }';
  const { alerts } = await queryAlerts(world, query, { attack });
  const names: string[] = alerts.nodes.map(({ endpointId }: { endpointId: string }) => endpointId);
  expect(alerts.totalCount).toBe(names.length);
  return names.toSorted();
}

test.each([
  ['t1059', [0, 1, 2, 3, 6]],
  ['PowerShell', [1, 2, 3]],
  ['boot or logon autostart', [3, 4]],
  ['Execution', [0, 1, 2, 3, 4]],
  ['ws-3 execution', [3]],
  ['powershell autostart', [3]],
  ['t9999', [5]],
  ['no technique has this name', []],
])(
  'the filter `text` finds tactics and techniques by identifier and by words of the name: %s',
  async (search, expected) => {
    const query = 'query ($text: String!) { alerts(filter: { text: $text }) { nodes { endpointId } } }';
    const { alerts } = await queryAlerts(world, query, { text: search });
    const names = alerts.nodes.map(({ endpointId }: { endpointId: string }) => endpointId);
    expect(names.toSorted()).toEqual(expected.map((index) => `ws-${index}`));
  },
);

describe('the filter `attack`', () => {
  test.each([
    ['a technique with its sub-techniques and revoked ones', ['T1059'], [0, 1, 2, 3]],
    ['a sub-technique with the revoked ones that it replaced', ['T1059.001'], [1, 2, 3]],
    ['a revoked technique alone', ['T1086'], [2]],
    ['a tactic', ['TA0002'], [0, 1, 2, 3]],
    ['a tactic of several techniques, and alerts that name the tactic itself', ['TA0003'], [3, 4, 8]],
    ['identifiers in lower case, any of them', ['t1059.003', 'ta0003'], [1, 3, 4, 8]],
    ['a deprecated technique', ['T1043'], [5]],
    ['parts of the names of techniques and tactics, in any case', ['powershell', 'LOGON auto'], [1, 2, 3, 4]],
    ['the name of a tactic, and not names that contain it', [' execution'], [0, 1, 2, 3]],
    ['nothing if the list is empty', [], []],
  ])('matches %s', async (_name, attack, expected) => {
    expect(await endpointsWithin(attack)).toEqual(expected.map((index) => `ws-${index}`));
  });

  test('rejects an identifier or name that is not in ATT&CK', async () => {
    const query = 'query ($attack: [String!]) { alerts(filter: { attack: $attack }) { totalCount } }';
    expect(await errorCodesOf(world, query, { attack: ['T1059', 'T9999'] })).toEqual(['BAD_USER_INPUT']);
    expect(await errorCodesOf(world, query, { attack: ['of nobody'] })).toEqual(['BAD_USER_INPUT']);
    expect(await errorCodesOf(world, query, { attack: [' '] })).toEqual(['BAD_USER_INPUT']);
    expect(await errorCodesOf(world, query, { attack: Array(maxItems.filterValues + 1).fill('T1059') })).toEqual([
      'BAD_USER_INPUT',
    ]);
  });

  test('accepts the maximum number of filter values', async () => {
    expect(await endpointsWithin(Array(maxItems.filterValues).fill('T1086'))).toEqual(['ws-2']);
  });

  test('can be combined with the filter `technique`', async () => {
    const query = '{ alerts(filter: { attack: ["TA0003"], technique: ["T1059.001"] }) { nodes { endpointId } } }';
    expect(await queryAlerts(world, query)).toEqual({ alerts: { nodes: [{ endpointId: 'ws-3' }] } });
  });
});

describe('the matrix', () => {
  test('counts each alert once by tactic, technique and sub-technique', async () => {
    const { tactics, others, version, notice } = await readMatrix();
    const execution = tactics.find(({ tactic }) => tactic.id === 'TA0002');
    expect(execution).toEqual({
      tactic: { id: 'TA0002', name: 'Execution' },
      count: 4,
      techniques: [
        {
          technique: { id: 'T1059' },
          count: 4,
          subtechniques: [
            { technique: { id: 'T1059.001' }, count: 3 },
            { technique: { id: 'T1059.003' }, count: 1 },
          ],
        },
      ],
    });
    expect(others.toSorted((a, b) => (a.technique.id < b.technique.id ? -1 : 1))).toEqual([
      { technique: { id: 'T1043' }, count: 1 },
      { technique: { id: 'T9999' }, count: 1 },
      { technique: { id: 't1059' }, count: 1 },
    ]);
    expect([version, notice]).toEqual(['18.1', expect.stringContaining('The MITRE Corporation')]);
    expect(tactics.map(({ tactic }) => tactic.id)).toEqual(packaged.tactics.map(({ id }: { id: string }) => id));
  });

  test('has the totalCount of the filter `attack` in every cell', async () => {
    const { tactics } = await readMatrix();
    const cells = tactics.flatMap(({ tactic, count, techniques }) => [
      { id: tactic.id, count },
      ...techniques
        .flatMap((technique) => [technique, ...technique.subtechniques])
        .map((cell) => ({ ...cell, id: cell.technique.id })),
    ]);
    const countedCells = cells.filter(({ count }) => count > 0);
    expect(countedCells.length).toBeGreaterThan(8);
    for (const { id, count } of countedCells) expect([id, (await endpointsWithin([id])).length]).toEqual([id, count]);
  });

  test('lists all techniques of MITRE’s matrix if techniques without alerts are included', async () => {
    const { tactics } = await readMatrix('(includeEmpty: true)');
    for (const { tactic, techniques } of tactics) {
      const expected = packaged.techniques.filter(
        (technique: { id: string; tactics: string[]; isRetired?: boolean }) =>
          technique.tactics.includes(tactic.id) && technique.isRetired !== true && !technique.id.includes('.'),
      );
      expect(techniques.map(({ technique }) => technique.id)).toEqual(expected.map(({ id }: { id: string }) => id));
    }
  });
});

test('alerts, facets and the catalog contain the names of techniques', async () => {
  const { alerts, attack } = await queryAlerts(
    world,
    `{ alerts(filter: { endpointId: "ws-2" }) {
        nodes { techniques { id name url tactics { name } parent { id } isRetired replacedBy { id parent { name } } } }
        facets { technique { value name count } }
      }
      attack { version techniques(search: "PowerShell PROFILE") { id name parent { name } } tactics { name } } }`,
  );
  expect(alerts.nodes).toEqual([
    {
      techniques: [
        {
          ...{ id: 'T1086', name: 'PowerShell', url: 'https://attack.mitre.org/techniques/T1086/' },
          ...{ tactics: [{ name: 'Execution' }], parent: null, isRetired: true },
          replacedBy: { id: 'T1059.001', parent: { name: 'Command and Scripting Interpreter' } },
        },
      ],
    },
  ]);
  expect(alerts.facets.technique).toEqual([{ value: 'T1086', name: 'PowerShell', count: 1 }]);
  expect(attack.techniques).toEqual([
    { id: 'T1546.013', name: 'PowerShell Profile', parent: { name: 'Event Triggered Execution' } },
  ]);
  expect(attack.tactics).toHaveLength(14);
});

test('unknown techniques of an alert have no name', async () => {
  const query = '{ alerts(filter: { endpointId: "ws-5" }) { nodes { techniques { id name url tactics { id } } } } }';
  const { alerts } = await queryAlerts(world, query);
  expect(alerts.nodes[0].techniques[1]).toEqual({ id: 'T9999', name: null, url: null, tactics: [] });
});

test('the matrix is exported as a layer in the format of ATT&CK Navigator', async () => {
  const layer = JSON.parse(await navigatorLayer(world.as(), { filter: {} }));
  expect(layer).toMatchObject({ domain: 'enterprise-attack', versions: { attack: '18', layer: '4.5' } });
  expect(
    layer.techniques.map((technique: { techniqueID: string; score: number }) => [
      technique.techniqueID,
      technique.score,
    ]),
  ).toEqual([
    ['T1059', 4],
    ['T1059.001', 3],
    ['T1059.003', 1],
    ['T1547', 2],
    ['T1547.001', 1],
  ]);
  expect(layer.gradient).toMatchObject({ minValue: 0, maxValue: 4 });
  // Navigator fails on techniques that are retired, and ignores unknown ones.
  expect(layer.description).toMatch(/Not in the matrix: .*T1043 \(1\)/);
});
