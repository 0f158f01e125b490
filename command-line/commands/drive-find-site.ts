import { localRequest } from '../../platform/caller.js';
import { type DriveService, siteAddress } from '../../subgraphs/drive/service.js';
import { CommandFailure, errorLine } from '../failure.js';

/**
 * Finds the id of a site in the local copy.
 * @param address such as contoso.sharepoint.com/sites/security; undefined if there is only one site
 * @throws {CommandFailure} with the sites of the local copy, unless exactly one of them matches
 */
export async function findSiteId(
  drive: DriveService,
  address: string | undefined,
  { library }: { readonly library?: string | undefined },
): Promise<string> {
  const sites = await drive.listDocumentSites(localRequest);
  const requestedSite = address
    ?.trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  const found = sites.filter((site) => {
    const of = siteAddress(site);
    const isOfAddress = requestedSite === undefined || `${site.hostname}${of.sitePath}`.toLowerCase() === requestedSite;
    const isAnyLibrary = requestedSite === undefined && library === undefined;
    return isOfAddress && (isAnyLibrary || of.library?.toLowerCase() === library?.toLowerCase());
  });
  const [site] = found;
  if (site !== undefined && found.length === 1) return site.id;
  const knownSites = sites.map(formatSite).join(', ');
  if (requestedSite === undefined && found.length > 1)
    throw new CommandFailure(
      `the local copy contains several sites; specify one of the sites: ${errorLine(knownSites)}`,
    );
  const missing = [address && `the site ${address}`, library && `a library named ${library}`]
    .filter(Boolean)
    .join(' with ');
  throw new CommandFailure(
    sites.length === 0
      ? 'no site has been synchronized yet: run rampart drive sync first'
      : `the local copy does not contain ${errorLine(missing)}; known sites: ${errorLine(knownSites)}`,
  );
}

/** Formats a site as the command-line arguments that select it. */
export function formatSite(site: Parameters<typeof siteAddress>[0]): string {
  const { hostname, sitePath, library } = siteAddress(site);
  const address = `${hostname}${sitePath}`;
  if (library === null) return address;
  return `${address} --library ${/^[\w.-]+$/.test(library) ? library : `'${library.replaceAll("'", `'\\''`)}'`}`;
}
