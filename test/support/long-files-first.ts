import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that would occupy one worker at the end of a run, longest first. */
const longFiles = [
  'test/package/package.test.ts',
  'test/browser/console-sign-in.test.ts',
  'test/browser/administration.test.ts',
  'test/backup/killed.test.ts',
  'test/drive/interleavings.test.ts',
  'test/upgrade/previous-release.test.ts',
  'test/demo/readme.test.ts',
  'test/command-line/serve.test.ts',
  'test/backup/contents.test.ts',
  'test/backup/round-trip.test.ts',
  'test/balancers/workers.test.ts',
  'test/events/subscriptions.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/browser/single-sign-on.test.ts',
  'test/rest/licenses-processes.test.ts',
  'test/command-line/commands.test.ts',
  'test/oracle/oracle.test.ts',
  'test/embedded/cluster.test.ts',
  'test/faults/killed-zone-import.test.ts',
  'test/distributed/processes.test.ts',
  'test/drive/mirror-with-faults.test.ts',
];

/**
 * Starts long files first, and keeps the files of a project together, because a worker shares loaded modules within a
 * project.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))].sort();
    const places = new Map(
      sorted.map((file) => [file, [projects.indexOf(file.project.name), placementOf(file)]] as const),
    );
    return sorted.toSorted((one, other) => compare(places.get(one), places.get(other)));
  }
}

function placementOf({ moduleId }: TestSpecification): number {
  const place = longFiles.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place === -1 ? longFiles.length : place;
}

function compare(
  [project = 0, place = 0]: readonly number[] = [],
  [otherProject = 0, otherPlace = 0]: readonly number[] = [],
): number {
  return project - otherProject || place - otherPlace;
}
