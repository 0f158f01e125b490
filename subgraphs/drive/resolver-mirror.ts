import { Arg, Ctx, Directive, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { DriveContext } from './context.js';
import { mirrorDelta, mirrorSite, mirrorSubscription } from './mirror-form.js';
import {
  DeleteMirrorSubscriptionPayload,
  MirrorDelta,
  MirrorDownload,
  MirrorSite,
  MirrorSubscription,
  MirrorSubscriptionInput,
  MirrorToken,
  MirrorTokenInput,
} from './types/index.js';

/** What the documented paths of the mirror ask for. */
@Resolver()
export class DriveMirrorResolver {
  @Mutation(() => MirrorToken, { description: 'Gives a client of the mirror an access token.' })
  @Directive('@cost(weight: 10)')
  async issueMirrorToken(
    @Arg('input', () => MirrorTokenInput, { description: 'Who asks, and for what.' }) input: MirrorTokenInput,
    @Ctx() context: DriveContext,
  ): Promise<MirrorToken> {
    return {
      tokenType: 'Bearer',
      cacheControl: 'no-store',
      ...(await context.service.issueMirrorToken(context, input)),
    };
  }

  @Query(() => MirrorSite, { description: 'A site that is served from here, by host name and path.' })
  @Directive('@cost(weight: 10)')
  async mirrorSite(
    @Arg('hostname', () => String, { description: 'Host name of the site.' }) hostname: string,
    @Arg('path', () => String, {
      description: 'Path of the site below `managedPath`, without a slash at its beginning.',
    })
    path: string,
    @Arg('managedPath', () => String, {
      defaultValue: 'sites',
      description: 'First segment of the path of the site: `sites`, `teams` or `personal`.',
    })
    managedPath: string,
    @Ctx() context: DriveContext,
  ): Promise<MirrorSite> {
    return mirrorSite(await context.service.findMirrorSite(context, { hostname, path: `/${managedPath}/${path}` }));
  }

  @Query(() => MirrorDelta, { description: 'What changed on a site since a token, or all that is there.' })
  @Directive('@cost(weight: 100)')
  @Directive('@listSize(assumedSize: 200, sizedFields: ["items"])')
  async mirrorDelta(
    @Arg('siteId', () => ID, { description: 'Id of the site, as the look-up tells it.' }) siteId: string,
    @Arg('token', () => String, { nullable: true, description: 'Of a link; `latest`: nothing but a link.' })
    token: string | null | undefined,
    @Arg('top', () => Int, {
      nullable: true,
      description: 'Entries of a page: 200 unless said otherwise, at most 1000.',
    })
    top: number | null | undefined,
    @Arg('baseUrl', () => String, { nullable: true, description: 'What links begin with.' })
    baseUrl: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<MirrorDelta> {
    const page = await context.service.readMirrorDelta(context, { siteId, token, top });
    return mirrorDelta(page, { baseUrl: baseUrl ?? '', top });
  }

  @Query(() => MirrorDownload, { description: 'Where the content of a file is, for an hour.' })
  @Directive('@cost(weight: 10)')
  async mirrorDownload(
    @Arg('siteId', () => ID, { description: 'Id of the site, as the look-up tells it.' }) siteId: string,
    @Arg('itemId', () => ID, { description: 'Id of the file.' }) itemId: string,
    @Arg('baseUrl', () => String, { nullable: true, description: 'What the address begins with.' })
    baseUrl: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<MirrorDownload> {
    const { ticket } = await context.service.createDownloadTicket(context, { siteId, itemId });
    return { location: `${baseUrl ?? ''}/drive/download/${ticket}` };
  }

  @Query(() => [MirrorSubscription], { description: 'The subscriptions of the client that asks.' })
  @Directive('@listSize(assumedSize: 50)')
  async mirrorSubscriptions(@Ctx() context: DriveContext): Promise<MirrorSubscription[]> {
    return (await context.service.listSubscriptions(context)).map(mirrorSubscription);
  }

  @Query(() => MirrorSubscription, { description: 'One of them.' })
  async mirrorSubscription(
    @Arg('id', () => ID, { description: 'Id of the subscription.' }) id: string,
    @Ctx() context: DriveContext,
  ): Promise<MirrorSubscription> {
    return mirrorSubscription(await context.service.readSubscription(context, { id }));
  }

  @Mutation(() => MirrorSubscription, { description: 'Subscribes to the changes of a site, after the handshake.' })
  @Directive('@cost(weight: 100)')
  async createMirrorSubscription(
    @Arg('input', () => MirrorSubscriptionInput, { description: 'What to tell of, where, and for how long.' })
    input: MirrorSubscriptionInput,
    @Ctx() context: DriveContext,
  ): Promise<MirrorSubscription> {
    const created = await context.service.createSubscription(context, input);
    return { ...mirrorSubscription(created), clientState: created.clientState };
  }

  @Mutation(() => MirrorSubscription, { description: 'Lets a subscription live longer.' })
  async renewMirrorSubscription(
    @Arg('id', () => ID, { description: 'Id of the subscription.' }) id: string,
    @Arg('expirationDateTime', () => String, { nullable: true, description: 'ISO 8601.' })
    expirationDateTime: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<MirrorSubscription> {
    return mirrorSubscription(await context.service.renewSubscription(context, { id, expirationDateTime }));
  }

  @Mutation(() => DeleteMirrorSubscriptionPayload, { description: 'Ends a subscription.' })
  async deleteMirrorSubscription(
    @Arg('id', () => ID, { description: 'Id of the subscription.' }) id: string,
    @Ctx() context: DriveContext,
  ): Promise<DeleteMirrorSubscriptionPayload> {
    await context.service.endSubscription(context, { id });
    return { id };
  }
}
