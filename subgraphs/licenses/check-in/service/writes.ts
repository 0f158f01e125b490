import { CombinedWrites, type Database } from '../../../../platform/database/index.js';
import type { RequestToCount } from '../../../../platform/rate-windows.js';
import { type LeasedCheckIn, touchControllers } from '../../registry/index.js';
import { type CountedRequest, countInWindows } from '../repository.js';

/** The two writes of a check-in of a registered controller, combined with those of concurrent requests. */
export interface CheckInWrites {
  readonly count: CombinedWrites<RequestToCount, CountedRequest>;
  /** Counts a request in its window. */
  /** Stores a check-in; returns whether the controller has a seat. */
  readonly touch: CombinedWrites<LeasedCheckIn, boolean>;
}

export function combineWrites({ urgent }: Pick<Database, 'urgent'>): CheckInWrites {
  return {
    count: new CombinedWrites({ write: (requests) => urgent.guard((sql) => countInWindows(sql, requests)) }),
    touch: new CombinedWrites({
      keyOf: ({ guid }) => guid,
      async write(checkIns) {
        const touched = await urgent.guard((sql) => touchControllers(sql, { checkIns }));
        const guids = new Set(touched.map(({ guid }) => guid));
        return checkIns.map(({ guid }) => guids.has(guid));
      },
    }),
  };
}
