import { countOf } from '../../../platform/count-of.js';
import type { AlertRequest } from '../dependencies.js';
import { criteriaOf } from '../triage/index.js';
import type { AlertFilter } from '../triage/types-list.js';
import { type AttackMatrixRecord, countAttackMatrix } from './service-attack-matrix.js';

/** Version of the layer format, and the first version of Navigator that reads it. */
const formatVersions = { navigator: '5.0.0', layer: '4.5' } as const;

interface LayerTechnique {
  readonly techniqueID: string;
  readonly score: number;
  readonly comment: string;
  readonly enabled: true;
  readonly showSubtechniques: boolean;
}

/**
 * Creates a layer of ATT&CK Navigator (layer format 4.5). The score of a technique is the number of alerts that match
 * the filter and have the technique or one of its sub-techniques.
 * @returns the layer as JSON
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function navigatorLayer(request: AlertRequest, input: { filter: AlertFilter }): Promise<string> {
  const filter = await criteriaOf(request, input.filter);
  if (filter === null) await request.store.assertAttached();
  const matrix = await countAttackMatrix(request, { filter, includeEmpty: false });
  const techniques = techniquesOf(matrix);
  const layer = {
    name: 'Rampart alerts',
    versions: { attack: matrix.version.split('.')[0], ...formatVersions },
    domain: 'enterprise-attack',
    description: descriptionOf(matrix),
    sorting: 3, // By score, highest first.
    techniques,
    gradient: {
      colors: ['#fff7bc', '#fe9929', '#cc4c02'],
      minValue: 0,
      maxValue: Math.max(1, ...techniques.map(({ score }) => score)),
    },
    metadata: [{ name: 'Exported at', value: new Date(request.clock.now()).toISOString() }],
  };
  return `${JSON.stringify(layer, null, 2)}\n`;
}

/**
 * The entries of a layer, one per technique, sorted by identifier. An entry without a tactic applies to all tactics.
 */
function techniquesOf({ tactics }: AttackMatrixRecord): readonly LayerTechnique[] {
  const byId = new Map<string, LayerTechnique>();
  for (const { technique, count, subtechniques } of tactics.flatMap((tactic) => tactic.techniques)) {
    const isShown = subtechniques.length > 0 || byId.get(technique.id)?.showSubtechniques === true;
    byId.set(technique.id, entryOf(technique.id, count, isShown));
    for (const subtechnique of subtechniques)
      byId.set(subtechnique.technique.id, entryOf(subtechnique.technique.id, subtechnique.count, false));
  }
  return [...byId.values()].toSorted((a, b) => (a.techniqueID < b.techniqueID ? -1 : 1));
}

function entryOf(techniqueID: string, score: number, showSubtechniques: boolean): LayerTechnique {
  return {
    techniqueID,
    score,
    comment: countOf(score, 'alert'),
    enabled: true,
    showSubtechniques,
  };
}

function descriptionOf({ others }: AttackMatrixRecord): string {
  const description = 'Number of alerts per technique, including its sub-techniques.';
  if (others.length === 0) return description;
  return `${description} Not in the matrix: ${others.map(({ technique, count }) => `${technique.id} (${count})`).join(', ')}.`;
}
