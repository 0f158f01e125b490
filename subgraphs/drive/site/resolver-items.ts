import { Arg, Ctx, Directive, ID, Int, Resolver } from 'type-graphql';
import { PermittedQuery } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { pathSegment } from '../network.js';
import type { SiteContext } from './dependencies.js';
import type { MirrorItemRecord } from './repository/items.js';
import {
  downloadBaseDetails,
  driveIdOf,
  mirrorItem,
  mirrorSite,
  optionsOf,
  selectDetails,
  topDetails,
} from './resolver.js';
import { type FolderKey, listMirrorChildren, readMirrorItem, readMirrorItemByPath } from './service/browse.js';
import { findMirrorSiteById } from './service/delta.js';
import { createDownloadTicket } from './service/downloads.js';
import { searchMirrorItems } from './service/search.js';
import { MirrorDrive } from './types.js';
import { MirrorDownload, MirrorItem, MirrorItemPage } from './types-items.js';

const folderDetails = {
  nullable: true,
  description: 'Id of the folder that the path is relative to; `root` or null for the root folder.',
} as const;
const tokenDetails = { nullable: true, description: 'Token of a `nextLink`; null for the first page.' } as const;
const baseDetails = { nullable: true, description: 'Base URL of the link; null for a relative link.' } as const;

/** Resolves the item and folder operations of the mirror's REST interface. */
@Resolver()
export class MirrorItemResolver {
  @PermittedQuery('mirror.read', () => MirrorDrive, {
    description: 'Return the drive of a site that the mirror serves.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorDrive(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Ctx() context: SiteContext,
  ): Promise<MirrorDrive> {
    const { name, webUrl, createdDateTime } = mirrorSite(
      await findMirrorSiteById(context.dependencies, context, siteId),
    );
    return { id: driveIdOf(siteId), driveType: 'documentLibrary', name, webUrl, createdDateTime };
  }

  @PermittedQuery('mirror.read', () => MirrorItem, {
    description: 'Return a file or folder that the mirror serves, by id.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorItem(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('itemId', () => ID, { description: 'Id of the item; `root` for the root folder.' }) itemId: string,
    @Arg('select', () => String, selectDetails) select: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItem> {
    return mirrorItem(siteId, await readMirrorItem(context.dependencies, context, { siteId, itemId, select }));
  }

  @PermittedQuery('mirror.read', () => MirrorItem, {
    description: 'Return a file or folder that the mirror serves, by path.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorItemByPath(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('folderId', () => ID, folderDetails) folderId: string | null | undefined,
    @Arg('path', () => String, {
      description: 'Path below the folder, without a leading slash; a trailing colon is ignored.',
    })
    path: string,
    @Arg('select', () => String, selectDetails) select: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItem> {
    return mirrorItem(
      siteId,
      await readMirrorItemByPath(context.dependencies, context, { siteId, folderId, path, select }),
    );
  }

  @PermittedQuery('mirror.read', () => MirrorItemPage, {
    description: 'List the files and folders of a folder that the mirror serves.',
    cost: 100,
  })
  @Directive('@listSize(assumedSize: 200, sizedFields: ["items"])')
  @Directive('@inaccessible')
  async mirrorChildren(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('itemId', () => ID, {
      nullable: true,
      defaultValue: 'root',
      description: 'Id of the folder; `root` or null for the root folder.',
    })
    itemId: string | null,
    @Arg('path', () => String, {
      nullable: true,
      description:
        'Path of the folder to list, relative to the folder `itemId`; null: list the folder `itemId` itself.',
    })
    path: string | null | undefined,
    @Arg('token', () => String, tokenDetails) token: string | null | undefined,
    @Arg('top', () => Int, topDetails) top: number | null | undefined,
    @Arg('select', () => String, selectDetails) select: string | null | undefined,
    @Arg('baseUrl', () => String, baseDetails) baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItemPage> {
    const folder: FolderKey = path == null ? { siteId, itemId: itemId ?? 'root' } : { siteId, folderId: itemId, path };
    const page = await listMirrorChildren(context.dependencies, context, { ...folder, token, top, select });
    const folderPath = page.isRoot ? 'root' : `items/${encodeURIComponent(page.folderId)}`;
    return pageOf(page, { siteId, path: `${folderPath}/children`, top, select, baseUrl });
  }

  @PermittedQuery('mirror.read', () => MirrorItemPage, {
    description: 'Search for files and folders by name in a site that the mirror serves.',
    cost: 100,
  })
  @Directive('@listSize(assumedSize: 200, sizedFields: ["items"])')
  @Directive('@inaccessible')
  async mirrorSearch(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('query', () => String, {
      description: `Substrings, separated by whitespace, that must all occur in the name, case-insensitive; at most ${maxCharacters.search} characters. Empty: all items except the root folder.`,
    })
    query: string,
    @Arg('token', () => String, tokenDetails) token: string | null | undefined,
    @Arg('top', () => Int, topDetails) top: number | null | undefined,
    @Arg('select', () => String, selectDetails) select: string | null | undefined,
    @Arg('baseUrl', () => String, baseDetails) baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItemPage> {
    const page = await searchMirrorItems(context.dependencies, context, { siteId, query, token, top, select });
    const encodedQuery = encodeURIComponent(query.replaceAll("'", "''").toWellFormed());
    return pageOf(page, { siteId, path: `root/search(q='${encodedQuery}')`, top, select, baseUrl });
  }

  @PermittedQuery('mirror.read', () => MirrorDownload, {
    description:
      'Return a download URL for the newest stored content of a file, by path. Fails with `NOT_FOUND` if none is stored, and with `FORBIDDEN` if the document site reports malware in the file.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorDownloadByPath(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('folderId', () => ID, folderDetails) folderId: string | null | undefined,
    @Arg('path', () => String, { description: 'Path below the folder, without a leading slash.' })
    path: string,
    @Arg('baseUrl', () => String, downloadBaseDetails) baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorDownload> {
    const { id: itemId } = await readMirrorItemByPath(context.dependencies, context, { siteId, folderId, path });
    const { ticket } = await createDownloadTicket(context.dependencies, context, { siteId, itemId });
    return { location: `${baseUrl ?? ''}/drive/download/${ticket}` };
  }
}

/** Builds a page of items with the link to the next page, which repeats the options of the request. */
function pageOf(
  { items, nextToken }: { items: MirrorItemRecord[]; nextToken: string | null },
  link: {
    siteId: string;
    path: string;
    top: number | null | undefined;
    select: string | null | undefined;
    baseUrl: string | null | undefined;
  },
): MirrorItemPage {
  const { siteId, path, baseUrl } = link;
  const url = `${baseUrl ?? ''}/v1.0/sites/${pathSegment(siteId)}/drive/${path}`;
  return {
    items: items.map((item) => mirrorItem(siteId, item)),
    nextLink: nextToken === null ? null : `${url}?$skiptoken=${nextToken}${optionsOf(link)}`,
  };
}
