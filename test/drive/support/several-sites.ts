import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { OtherLibrary, SiteContent } from '../../support/document-site/index.js';
import { administrator, type DriveWorld, driveWorld } from './drive-world.js';

/** A site that is followed in addition to the first one. */
export interface Followed {
  readonly library: OtherLibrary;
  readonly key: { hostname: string; path: string };
  /** Id of its items in this instance. */
  readonly siteId: string;
}

/** Fills a library. All libraries have the same ids of items, with different contents. */
export function fill(content: SiteContent, name: string, files = 10): void {
  const folder = content.addFolder('folder');
  for (let index = 0; index < files; index++) content.addFile(`${name}-${index}.txt`, `${name} ${index}`, folder);
  content.addFile(`${name}.bin`, Buffer.alloc(200_000, name));
}

/** Connects the first site, and adds other sites of the same tenant. */
export async function severalSites(
  paths: readonly string[],
  environment: Record<string, string> = {},
): Promise<DriveWorld & { readonly followed: readonly Followed[] }> {
  const world = await driveWorld(environment);
  fill(world.site.content, 'first');
  await world.service.connectDrive(administrator);
  return Object.assign(world, { followed: await follow(world, paths) });
}

/** Adds other sites of the tenant. */
export async function follow({ site: simulator, service }: DriveWorld, paths: readonly string[]): Promise<Followed[]> {
  const followed: Followed[] = [];
  for (const path of paths) {
    const { library, key } = addLibrary(simulator, path);
    const { site } = await service.addSite(administrator, key);
    followed.push({ library, key: { hostname: site.hostname, path: site.path }, siteId: site.siteId ?? '' });
  }
  return followed;
}

/** Adds another site of the tenant, with files, to the simulator only. */
export function addLibrary(simulator: DriveWorld['site'], path: string): Followed {
  const library = simulator.addLibrary(path);
  fill(library.content, path.split('/').at(-1) ?? path);
  return { library, key: { hostname: 'contoso.example', path }, siteId: library.siteId };
}

/** Stored contents of a site by their paths; undefined for files whose content is not stored. */
export async function storedOf(
  world: Pick<DriveWorld, 'test' | 'folder'>,
  siteId: string,
): Promise<Map<string, Buffer | undefined>> {
  const rows = await world.test.database.sql<{ path: string; sha256: string | null }[]>`
    with recursive tree as (
      select id, ''::text collate "C" as path, content_sha256, is_folder from drive.item
      where site_id = ${siteId} and is_root and deleted_at is null
      union all
      select i.id, tree.path || '/' || i.name, i.content_sha256, i.is_folder
      from drive.item i join tree on i.parent_id = tree.id where i.site_id = ${siteId} and i.deleted_at is null
    ) select path, content_sha256 as sha256 from tree where not is_folder order by path`;
  const read = (sha256: string) => readFileSync(`${world.folder}/drive/content/${sha256.slice(0, 2)}/${sha256}`);
  return new Map(rows.map(({ path, sha256 }) => [path, sha256 === null ? undefined : read(sha256)]));
}

/** Expects the copy of a site to have its content, byte for byte. */
export async function expectEqualContent(
  world: Pick<DriveWorld, 'test' | 'folder'>,
  siteId: string,
  content: SiteContent,
): Promise<void> {
  const stored = await storedOf(world, siteId);
  const expected = content.files();
  expect([...stored.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [path, bytes] of expected) expect(stored.get(path)?.equals(bytes), path).toBe(true);
}
