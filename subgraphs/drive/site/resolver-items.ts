import { Arg, Ctx, Directive, ID, Int, Query, Resolver } from 'type-graphql';
import { Requires } from '../../../platform/graph/index.js';
import type { SiteContext } from './dependencies.js';
import { mirrorItem } from './resolver.js';
import { listMirrorChildren, readMirrorItem, readMirrorItemByPath } from './service/browse.js';
import { MirrorItem, MirrorItemPage } from './types.js';

/** Items and folders in the REST interface of the mirror. */
@Resolver()
export class MirrorItemResolver {
  @Requires('mirror.read')
  @Query(() => MirrorItem, { description: 'Return a file or folder that the mirror serves, by id.' })
  @Directive('@cost(weight: 10)')
  @Directive('@inaccessible')
  async mirrorItem(
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('itemId', () => ID, { description: 'Id of the item; `root` for the root folder.' }) itemId: string,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItem> {
    return mirrorItem(siteId, await readMirrorItem(context.dependencies, context, { siteId, itemId }));
  }

  @Requires('mirror.read')
  @Query(() => MirrorItem, { description: 'Return a file or folder that the mirror serves, by path.' })
  @Directive('@cost(weight: 10)')
  @Directive('@inaccessible')
  async mirrorItemByPath(
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('path', () => String, {
      description: 'Path below the root folder, without a leading slash; a colon at its end is ignored.',
    })
    path: string,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItem> {
    return mirrorItem(siteId, await readMirrorItemByPath(context.dependencies, context, { siteId, path }));
  }

  @Requires('mirror.read')
  @Query(() => MirrorItemPage, { description: 'List the files and folders of a folder that the mirror serves.' })
  @Directive('@cost(weight: 100)')
  @Directive('@listSize(assumedSize: 200, sizedFields: ["items"])')
  @Directive('@inaccessible')
  async mirrorChildren(
    @Arg('siteId', () => ID, { description: 'Id of the site.' }) siteId: string,
    @Arg('itemId', () => ID, {
      defaultValue: 'root',
      description: 'Id of the folder; `root` for the root folder.',
    })
    itemId: string,
    @Arg('token', () => String, { nullable: true, description: 'Token of the page; null for the first page.' })
    token: string | null | undefined,
    @Arg('top', () => Int, {
      nullable: true,
      description: 'Maximum number of items on the page, 1–1000; null: 200.',
    })
    top: number | null | undefined,
    @Arg('baseUrl', () => String, { nullable: true, description: 'Base URL of the link; null for a relative link.' })
    baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorItemPage> {
    const page = await listMirrorChildren(context.dependencies, context, { siteId, itemId, token, top });
    const site = encodeURIComponent(siteId).replaceAll('%2C', ',');
    const folder = itemId === 'root' ? 'root' : `items/${encodeURIComponent(itemId)}`;
    const size = top === null || top === undefined ? '' : `&$top=${top}`;
    const path = `${baseUrl ?? ''}/v1.0/sites/${site}/drive/${folder}/children`;
    return {
      items: page.items.map((item) => mirrorItem(siteId, item)),
      nextLink: page.nextToken === null ? null : `${path}?$skiptoken=${page.nextToken}${size}`,
    };
  }
}
