import type { BrandHitListQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { hrefOf } from '../shared/location.js';
import { searchPath } from './paths.js';

export type BrandHit = NonNullable<BrandHitListQuery['brandHits']>['nodes'][number];

export const hitNameColumn: Column<BrandHit> = {
  title: 'Name',
  className: 'cell-breaks',
  cell: ({ zone, name, unicodeName }) => <a href={hrefOf(searchPath, { zone, search: name })}>{unicodeName}</a>,
  secondLine: ({ name, unicodeName, isActive }) =>
    [unicodeName !== name && name, !isActive && 'Removed from its zone'].filter(Boolean).join(' '),
};
