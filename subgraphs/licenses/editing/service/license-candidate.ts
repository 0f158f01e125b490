import { isoTime } from '../../../../platform/iso-time.js';
import type { LicenseRequest } from '../../dependencies.js';
import { type License, permitsCheckIns } from '../../files/index.js';
import {
  countRankedByDepartment,
  leaseCutoff,
  type RegistryDependencies,
  selectRanked,
  selectSeatsUsed,
} from '../../registry/index.js';
import { affectedRanks, describeRank } from '../rules.js';
import { type Candidate, type Effect, maxListedDepartments } from './candidate.js';

/**
 * A validated license text, or the reason why it cannot be stored: it must be signed for this installation, and permit
 * check-ins now. If `text` is null, the text of the configured file is used.
 */
export async function licenseCandidate(
  dependencies: RegistryDependencies,
  { text, content }: { text: string | null; content: string },
): Promise<Candidate | { readonly problem: string }> {
  const { license } = dependencies.files;
  let after: License;
  try {
    // Servers read the file untrimmed, so its text is not trimmed here either.
    after = await license.examine(text === null ? content : content.trim());
  } catch (error) {
    return { problem: (error as Error).message }; // `examine` throws only instances of Error.
  }
  const { license: before, state } = await license.current();
  const caps = { before: permitsCheckIns(state) ? (before?.cap ?? null) : null, after: after.cap };
  return {
    ...{ text: text?.trim() ?? null, entryCount: after.cap },
    difference: { license: factsOf(after), replaces: before === null ? null : factsOf(before) },
    effect: (request, first) => effectOf(dependencies, request, { caps, first }),
    async compare() {
      const cutoff = await leaseCutoff(dependencies);
      const { used: seatsUsed } = await dependencies.database.guard((sql) => selectSeatsUsed(sql, { cutoff }));
      return { before, after, seatsUsed };
    },
  };
}

/** The terms of a license, as recorded in the audit log. */
function factsOf({ id, customer, cap, expiresAt, graceDays }: License): Record<string, string | number> {
  return { id, customer, cap, graceDays, expiresAt: isoTime(expiresAt) };
}

/**
 * Computes the effect of a new cap on the registered controllers. They count against the cap in the order of
 * registration.
 */
async function effectOf(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  { caps, first }: { caps: { before: number | null; after: number }; first: number },
): Promise<Effect> {
  const cutoff = await leaseCutoff(dependencies);
  return await dependencies.database.read({ signal: request.signal }, async (sql) => {
    const { used: controllerCount } = await selectSeatsUsed(sql, { cutoff });
    const { from, count } = affectedRanks(caps, controllerCount);
    const ranks = { cutoff, from, count };
    const ranked = await selectRanked(sql, { ...ranks, count: Math.min(count, first) });
    return {
      ...{ controllerCount, affectedCount: count },
      departments: await countRankedByDepartment(sql, { ...ranks, limit: maxListedDepartments }),
      changes: ranked.map(({ guid }, index) => ({
        guid,
        before: describeRank(from + index, caps.before),
        after: describeRank(from + index, caps.after),
      })),
    };
  });
}
