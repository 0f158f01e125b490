import type { OpenDownload } from '../../../../platform/download.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { clientExists, selectContentOf, selectContentOfVersion } from '../../repository/mirror.js';
import { contentEntityTag } from '../../rules/entity-tags.js';
import { createContentStore } from '../storage/content-store.js';
import { verify } from './keys.js';

/** What the tickets stand for: the newest content of an item, or that of a version, read from the store as it is sent. */
export function createMirrorDownloads(platform: Pick<Platform, 'database' | 'clock' | 'configuration'>): OpenDownload {
  const { database } = platform;
  const store = createContentStore(platform.configuration.server.dataDir);
  return async function openDownload(ticket) {
    const claims = await verify(platform, { purpose: 'download', text: ticket });
    const { sub, site, item, version } = claims ?? {};
    if (typeof sub !== 'string' || typeof site !== 'string' || typeof item !== 'string') return undefined;
    const content = await database.guard(async (sql) => {
      const isAdmitted = sub === 'operator' || (await clientExists(sql, sub));
      if (!isAdmitted) return undefined;
      const key = { siteId: site, itemId: item };
      return await (typeof version === 'number'
        ? selectContentOfVersion(sql, { ...key, change: version })
        : selectContentOf(sql, key));
    });
    if (content === undefined || !(await store.has(content))) return undefined;
    const { name, mimeType, size, sha256, modifiedAtEpoch } = content;
    return {
      ...{ name, mimeType, size },
      entityTag: contentEntityTag(sha256),
      modifiedAt: modifiedAtEpoch,
      read: (range) => store.read({ sha256, size }, range),
    };
  };
}
