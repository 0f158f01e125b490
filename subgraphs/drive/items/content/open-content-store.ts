import { SecurityEvents } from '../../../../platform/security-events.js';
import type { Platform } from '../../../../platform/subgraph.js';
import { type ContentStore, createContentStore } from './content-store.js';
import { VerifiedContents } from './verified-contents.js';

/** Shared by all content stores of this process, so a file is verified once. */
const verified = new VerifiedContents();

/**
 * Creates the content store of a process. Contents that cannot be read are reported as security events.
 * @throws {Error} if the key file cannot be read, or is not a key file; if bucket settings are missing
 */
export function openContentStore(platform: Pick<Platform, 'configuration' | 'log' | 'securityEvents'>): ContentStore {
  const { configuration, log, securityEvents = new SecurityEvents({ log }) } = platform;
  return createContentStore({
    dataDir: configuration.server.dataDir,
    keyFile: configuration.drive.encryptionKeyFile,
    bucket: configuration.drive,
    verified,
    onDamaged: ({ sha256 }, reason) =>
      securityEvents.report({
        name: 'stored_content_damaged',
        message: 'stored content cannot be used, because it is missing or damaged',
        facts: { source: 'data_dir', sha256, reason },
        objects: [`content:${sha256}`],
      }),
  });
}
