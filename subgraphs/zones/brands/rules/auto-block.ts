import type { BrandHitKind, BrandHitStatus } from '../vocabulary.js';
import { isWithinDistance } from './brand-matcher.js';

/** The settings of a brand that decide which new names are blocked without the decision of an analyst. */
export interface AutoBlockSettings {
  readonly autoBlockKinds: readonly BrandHitKind[];
  readonly autoBlockMaxDistance: number;
}

/** Whether a brand blocks new names of a kind and distance without the decision of an analyst. */
export function isAutoBlocked(
  { autoBlockKinds, autoBlockMaxDistance }: AutoBlockSettings,
  { kind, distance }: { kind: BrandHitKind; distance: number },
): boolean {
  return autoBlockKinds.includes(kind) && isWithinDistance({ kind, distance }, autoBlockMaxDistance);
}

/** Whether the name of a hit is on block lists. */
export function isBlocked(hit: { status: BrandHitStatus; isAutoBlocked: boolean }): boolean {
  return hit.status === 'confirmed' || hit.isAutoBlocked;
}
