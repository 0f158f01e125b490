import type { OpenDownload } from '../../../../platform/download.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { clientExists, selectContentOf, selectContentOfVersion } from '../../repository/mirror.js';
import { contentEntityTag } from '../../rules/entity-tags.js';
import { createContentStore } from '../storage/content-store.js';
import { verify } from './keys.js';
import { operatorSubject } from './tickets.js';

/** What the tickets stand for: the newest content of an item, or that of a version, read from the store as it is sent. */
export function createMirrorDownloads(platform: Pick<Platform, 'database' | 'clock' | 'configuration'>): OpenDownload {
  const { database } = platform;
  const store = createContentStore(platform.configuration.server.dataDir);
  return async function openDownload(ticket) {
    const claims = await verify(platform, { purpose: 'download', text: ticket });
    const { sub, site, item, version, credential } = claims ?? {};
    if (typeof sub !== 'string' || typeof site !== 'string' || typeof item !== 'string') return undefined;
    const isOperator = sub === operatorSubject;
    // Whether the token of an operator is still valid is for the gateway to say.
    if (isOperator && typeof credential !== 'string') return undefined;
    const content = await database.guard(async (sql) => {
      if (!isOperator && !(await clientExists(sql, sub))) return undefined;
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
      ...(isOperator && typeof credential === 'string' && { credentialId: credential }),
      read: (range) => store.read({ sha256, size }, range),
    };
  };
}
