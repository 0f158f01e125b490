import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { First, Input, PermittedMutation, PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields } from '../registry/loaders.js';
import { Controller } from '../registry/types.js';
import { RejectionCause } from '../vocabulary.js';
import type { LicenseCheckRecord } from './service/check-license.js';
import { ControllerReport, LicenseCheck, RejectionCount, RequestRate, SourceRate } from './types.js';

@Resolver(() => LicenseCheck)
class CheckInResolver {
  @PermittedMutation('licenses.register', () => LicenseCheck, {
    description:
      'Check in a controller, and register it if it is new and there is a free seat. Rejections are errors with a `reason`.',
  })
  @Directive('@inaccessible')
  @Directive('@cost(weight: 10)')
  async checkLicense(
    @Input(() => ControllerReport, 'Data that the controller reports about itself.') input: ControllerReport,
    @Arg('isMalformed', () => Boolean, {
      nullable: true,
      description:
        'Whether the request body was not a JSON object. If true, `input` is ignored. Null or omitted: false.',
    })
    isMalformed: boolean | null | undefined,
    @Arg('wantsEntitlements', () => Boolean, {
      nullable: true,
      description:
        'Whether to add the entitlements of the license to `configuration`, as `entitlements`. Null or omitted: false.',
    })
    wantsEntitlements: boolean | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<LicenseCheckRecord> {
    return await context.service.checkLicense(context, {
      report: input,
      isMalformed: isMalformed ?? false,
      wantsEntitlements: wantsEntitlements ?? false,
    });
  }

  @FieldResolver(() => Controller, { description: 'Registered controller that checked in.' })
  async controller(
    @Root() { guid }: LicenseCheckRecord,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    // Callers who may check in may see the controller that they checked in.
    const fields = controllerFields(selectedFields(info));
    const [controller] = await context.service.readControllers(context, { guids: [guid], fields });
    return controller ?? null;
  }

  @PermittedQuery('licenses.read', () => [Controller], {
    description: 'List all registered controllers, sorted by `registeredAt`, then GUID.',
  })
  @Directive('@inaccessible')
  @Directive('@listSize(assumedSize: 1000)')
  async activeControllers(
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    return await context.service.activeControllers(context, controllerFields(selectedFields(info)));
  }

  @PermittedQuery('licenses.read', () => [RejectionCount], {
    description:
      'Count rejected requests by hour, endpoint and cause, newest hour first. Hours without rejections are omitted. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  @Directive('@listSize(assumedSize: 200)')
  async rejections(
    @Arg('since', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Start of the period; the hour that contains it is included in full. At most 31 days before `until`; default: 24 hours before `until`.',
    })
    since: Date | null | undefined,
    @Arg('until', () => GraphQLDateTime, {
      nullable: true,
      description: 'End of the period: only hours that start before this time are returned. Default: now.',
    })
    until: Date | null | undefined,
    @Arg('cause', () => [RejectionCause], {
      nullable: true,
      description: 'Only rejections with these causes; an empty list matches none. Default: all causes.',
    })
    causes: RejectionCause[] | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<RejectionCount[]> {
    return await context.service.listRejections(context, { since, until, causes });
  }
}

@Resolver(() => RequestRate)
class RequestRateResolver {
  @PermittedQuery('licenses.read', () => RequestRate, {
    description:
      'Return the rate limit per source and documented endpoint, and the sources with the most requests. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  requestRate(@Ctx() context: LicensesContext): Pick<RequestRate, 'limit' | 'windowSeconds' | 'isEnforced'> {
    return context.service.rateLimit(context);
  }

  @FieldResolver(() => [SourceRate], {
    description:
      'Sources with the most requests in the current windows, one entry per source and endpoint; most requests first.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async sources(
    @First('entries', { defaultValue: 20 }) first: number,
    @Ctx() context: LicensesContext,
  ): Promise<SourceRate[]> {
    return await context.service.busiestSources(context, first);
  }
}

export const checkInResolvers = [CheckInResolver, RequestRateResolver];
