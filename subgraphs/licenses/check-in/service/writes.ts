import { CombinedWrites, type Database } from '../../../../platform/database/index.js';
import type { RequestToCount } from '../../../../platform/rate-windows.js';
import { type LeasedCheckIn, touchControllers } from '../../registry/index.js';
import { type CountedRequest, countInWindows } from '../repository.js';

export type CheckInWrites = ReturnType<typeof createCheckInWrites>;

/**
 * The two writes of a check-in by a registered controller. Each is combined with the writes of concurrent requests in
 * one statement.
 */
export function createCheckInWrites({ urgent }: Pick<Database, 'urgent'>) {
  return {
    /** Counts a request in its rate window. */
    count: new CombinedWrites<RequestToCount, CountedRequest>({
      write: (requests) => urgent.guard((sql) => countInWindows(sql, requests)),
    }),
    /** Stores a check-in. Returns whether the controller has a seat. */
    touch: new CombinedWrites<LeasedCheckIn, boolean>({
      keyOf: ({ guid }) => guid,
      async write(checkIns) {
        const updatedControllers = await urgent.guard((sql) => touchControllers(sql, { checkIns }));
        const guids = new Set(updatedControllers.map(({ guid }) => guid));
        return checkIns.map(({ guid }) => guids.has(guid));
      },
    }),
  };
}
