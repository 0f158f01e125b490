import type { DriveMassChangeQuery } from '../generated/operations.js';

export type MassChange = NonNullable<DriveMassChangeQuery['driveMassChange']>;
