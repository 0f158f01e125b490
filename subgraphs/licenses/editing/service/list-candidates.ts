import { nilUuid } from '../../../../platform/input-limits.js';
import type { LicenseRequest } from '../../dependencies.js';
import { isListed, parseAddress, tryParseBlacklist, tryParseDepartments } from '../../files/index.js';
import { leaseCutoff, type RegistryDependencies, selectAddresses } from '../../registry/index.js';
import { blacklistDifference, departmentChange, departmentsDifference } from '../rules.js';
import { type Candidate, type ControllerEffect, type Effect, maxListedDepartments } from './candidate.js';

interface Controller {
  readonly guid: string;
  readonly lastIpAddr: string | null;
  readonly ipAddresses: readonly string[];
  readonly department: string | null;
}

/** Returns the state of a controller before and after a document change; undefined if the change does not affect it. */
type EffectOfChange = (controller: Controller) => { before: string; after: string } | undefined;

const pageSize = 5000;

/**
 * A validated blacklist text, or the reason why it cannot be stored. If `text` is null, the text of the configured file
 * is used.
 */
export function blacklistCandidate(
  dependencies: RegistryDependencies,
  { text, content }: { text: string | null; content: string },
): Candidate | { readonly problem: string } {
  const { content: after, problem } = tryParseBlacklist(content);
  if (problem !== undefined || after === undefined) return { problem: problem ?? 'it cannot be read' };
  const before = dependencies.files.blacklist.current();
  const nameOf = (isOnList: boolean) => (isOnList ? 'blacklisted' : 'allowed');
  const changeOf: EffectOfChange = ({ guid, lastIpAddr }) => {
    const controller = { guid, address: parseAddress(lastIpAddr ?? '') };
    const [wasListed, willBeListed] = [
      isListed(dependencies, before, controller),
      isListed(dependencies, after, controller),
    ];
    return wasListed === willBeListed ? undefined : { before: nameOf(wasListed), after: nameOf(willBeListed) };
  };
  return {
    ...{ text, entryCount: after.entries.length, difference: { ...blacklistDifference(before, after) } },
    effect: (request, first) => effectOf(dependencies, request, { changeOf, first }),
  };
}

/**
 * A validated departments text, or the reason why it cannot be stored. If `text` is null, the text of the configured
 * file is used.
 */
export function departmentsCandidate(
  dependencies: RegistryDependencies,
  { text, content }: { text: string | null; content: string },
): Candidate | { readonly problem: string } {
  const { content: after, problem } = tryParseDepartments(content);
  if (after === undefined) return { problem: problem ?? 'it cannot be read' };
  const before = dependencies.files.departments.current();
  const changeOf: EffectOfChange = ({ ipAddresses }) => departmentChange(before, after, ipAddresses);
  return {
    ...{ text, entryCount: after.list.length, difference: { ...departmentsDifference(before, after) } },
    effect: (request, first) => effectOf(dependencies, request, { changeOf, first }),
  };
}

/** Computes the effect of a document change on all registered controllers, with the data of their last check-in. */
async function effectOf(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  { changeOf, first }: { changeOf: EffectOfChange; first: number },
): Promise<Effect> {
  const changes: ControllerEffect[] = [];
  const departments = new Map<string | null, number>();
  let [controllerCount, affectedCount] = [0, 0];
  for await (const controller of scanControllers(dependencies, request)) {
    controllerCount += 1;
    const change = changeOf(controller);
    if (change === undefined) continue;
    affectedCount += 1;
    departments.set(controller.department, (departments.get(controller.department) ?? 0) + 1);
    if (changes.length < first) changes.push({ guid: controller.guid, ...change });
  }
  return {
    ...{ controllerCount, affectedCount, changes },
    departments: [...departments]
      .map(([department, count]) => ({ department, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxListedDepartments),
  };
}

async function* scanControllers(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
): AsyncGenerator<Controller> {
  const cutoff = await leaseCutoff(dependencies);
  for (let after = nilUuid; ; ) {
    const page = await dependencies.database.read({ signal: request.signal }, (sql) =>
      selectAddresses(sql, { after, cutoff, limit: pageSize }),
    );
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.guid ?? after;
  }
}
