import { modelsPath } from '../alerts/paths.js';
import type { AlertOverviewQuery } from '../generated/operations.js';
import { formatCount, formatShare } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { Tiles } from './tiles.js';

const shownModels = 6;

interface ModelsOverviewProps {
  readonly models: NonNullable<AlertOverviewQuery['modelPrecision']>;
}

/** The precision of the models with the most verdicts. */
export function ModelsOverview({ models }: ModelsOverviewProps) {
  const tiles = models
    .toSorted((left, right) => right.verdicts - left.verdicts)
    .slice(0, shownModels)
    .map(({ modelName, precision, verdicts }) => ({
      label: `${modelName}, ${formatCount(verdicts, 'verdict')}`,
      value: formatShare(precision),
      href: hrefOf(modelsPath),
    }));
  return (
    <>
      <h2>Precision of models</h2>
      {tiles.length === 0 ? <p>No verdicts yet.</p> : <Tiles label="Precision of models" tiles={tiles} />}
    </>
  );
}
