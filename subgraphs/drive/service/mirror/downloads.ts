import type { OpenDownload } from '../../../../platform/download.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { clientExists, selectContentOf } from '../../repository/mirror.js';
import { contentEntityTag } from '../../rules/entity-tags.js';
import { createContentStore } from '../storage/content-store.js';
import { verify } from './keys.js';

/** What the tickets of the mirror stand for: the newest content of an item, read from the store as it is sent. */
export function createMirrorDownloads(platform: Pick<Platform, 'database' | 'clock' | 'configuration'>): OpenDownload {
  const { database } = platform;
  const store = createContentStore(platform.configuration.server.dataDir);
  return async function openDownload(ticket) {
    const claims = await verify(platform, { purpose: 'download', text: ticket });
    const { sub, site, item } = claims ?? {};
    if (typeof sub !== 'string' || typeof site !== 'string' || typeof item !== 'string') return undefined;
    const content = await database.guard(async (sql) => {
      const isAdmitted = sub === 'operator' || (await clientExists(sql, sub));
      return isAdmitted ? await selectContentOf(sql, { siteId: site, itemId: item }) : undefined;
    });
    if (content === undefined || !(await store.has(content))) return undefined;
    const { name, mimeType, size, sha256, modifiedAtEpoch } = content;
    return {
      ...{ name, mimeType, size },
      entityTag: contentEntityTag(sha256),
      modifiedAt: modifiedAtEpoch,
      read: (range) => store.read(sha256, range),
    };
  };
}
