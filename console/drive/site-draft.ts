import type { AddDriveSiteInput, DriveFollowedSitesQuery, UpdateDriveSiteInput } from '../generated/operations.js';
import { parseCommaList } from '../shared/comma-list.js';

export type FollowedSite = NonNullable<DriveFollowedSitesQuery['driveFollowedSites']>['nodes'][number];

/** The values of the form of a site. Lists are comma-separated. */
export interface SiteDraft {
  /** Hostname and path, with or without a scheme. */
  readonly address: string;
  readonly library: string;
  readonly pollSeconds: string;
  readonly credentials: string;
  readonly folders: string;
  readonly excludedFolders: string;
  readonly names: string;
  readonly excludedNames: string;
  readonly maxBytes: string;
}

export const blankDraft: SiteDraft = {
  ...{ address: '', library: '', pollSeconds: '600', credentials: '' },
  ...{ folders: '', excludedFolders: '', names: '', excludedNames: '', maxBytes: '' },
};

export function draftOf({ filter, ...site }: FollowedSite): SiteDraft {
  const joinList = (list: readonly string[] | undefined) => (list ?? []).join(', ');
  return {
    address: `${site.hostname}${site.path}`,
    library: site.library ?? '',
    pollSeconds: String(site.pollSeconds),
    credentials: site.credentials ?? '',
    folders: joinList(filter?.folders),
    excludedFolders: joinList(filter?.excludedFolders),
    names: joinList(filter?.names),
    excludedNames: joinList(filter?.excludedNames),
    maxBytes: filter?.maxBytes === undefined || filter.maxBytes === null ? '' : String(filter.maxBytes),
  };
}

/** Schedule, credentials and filter of a draft; an empty filter downloads all files. */
function optionsOf(draft: SiteDraft): Omit<UpdateDriveSiteInput, 'id'> {
  return {
    pollSeconds: Number(draft.pollSeconds),
    credentials: draft.credentials.trim() || null,
    filter: {
      folders: [...parseCommaList(draft.folders)],
      excludedFolders: [...parseCommaList(draft.excludedFolders)],
      names: [...parseCommaList(draft.names)],
      excludedNames: [...parseCommaList(draft.excludedNames)],
      maxBytes: draft.maxBytes === '' ? null : Number(draft.maxBytes),
    },
  };
}

/**
 * The input that adds the site of a draft. An address without a path yields an empty path, which the server rejects.
 */
export function addInput(draft: SiteDraft): AddDriveSiteInput {
  const address = draft.address.trim().replace(/^https?:\/\//i, '');
  const end = address.indexOf('/');
  const [hostname, path] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
  return { hostname, path, library: draft.library.trim() || null, ...optionsOf(draft) };
}

export function updateInput(id: string, draft: SiteDraft): UpdateDriveSiteInput {
  return { id, ...optionsOf(draft) };
}
