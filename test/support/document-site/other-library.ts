import { SiteContent } from './site-content.js';

/** A site or library alongside the first site of the simulator, with the same faults. */
export interface OtherLibrary {
  readonly siteId: string;
  readonly path: string;
  /** Null for the default library of its site. */
  readonly name: string | null;
  readonly driveId: string;
  /** Path of its API. */
  readonly drive: string;
  readonly content: SiteContent;
  /** 1 for the first. */
  readonly number: number;
}

export function otherLibrary(input: Pick<OtherLibrary, 'siteId' | 'path' | 'name' | 'number'>): OtherLibrary {
  const driveId = `b!drive-${input.number}`;
  const drive = input.name === null ? `/v1.0/sites/${input.siteId}/drive` : `/v1.0/drives/${driveId}`;
  return { ...input, driveId, drive, content: new SiteContent() };
}
