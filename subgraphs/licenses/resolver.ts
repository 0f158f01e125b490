import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type LicensesContext, loadController } from './context.js';
import { connectionControllerFields, controllerFields } from './fields.js';
import type { ControllerRecord, LicenseStatusRecord, RefusalCountRecord, SourceRateRecord } from './records.js';
import type { BlacklistConnectionRecord, ControllerConnectionRecord } from './service/index.js';
import {
  Blacklist,
  BlacklistEntryConnection,
  Controller,
  ControllerConnection,
  ControllerFilter,
  Departments,
  LicenseStatus,
  RefusalCount,
  RequestRate,
  SourceRate,
} from './types/index.js';
import { RefusalCause } from './vocabulary.js';

@Resolver(() => Controller)
export class ControllerResolver {
  @Query(() => [Controller], {
    description:
      'All registered controllers, ordered by `timestamp`, then GUID. Prefer `controllers`, which has pages.',
  })
  @Directive('@listSize(assumedSize: 1000)')
  async activeControllers(
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    return await context.service.activeControllers(context, controllerFields(selectedFields(info)));
  }

  @Query(() => Controller, {
    nullable: true,
    description: 'One registered controller; null when it is not registered.',
  })
  async controller(
    @Arg('guid', () => ID, { description: 'Its GUID, in any case.' }) guid: string,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    return await loadController(context, guid, controllerFields(selectedFields(info)));
  }

  @Query(() => ControllerConnection, { description: 'Registered controllers by cursor, the first registered first.' })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async controllers(
    @Arg('filter', () => ControllerFilter, { nullable: true, description: 'Which controllers.' })
    filter: ControllerFilter | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerConnectionRecord> {
    const selection = selectedFields(info);
    return await context.service.listControllers(context, {
      filter,
      first,
      after,
      fields: connectionControllerFields(selection),
      wantsItems: selection.has('edges') || selection.has('nodes') || selection.has('pageInfo'),
      wantsTotal: selection.has('totalCount'),
    });
  }
}

@Resolver()
export class LicenseStatusResolver {
  @Query(() => LicenseStatus, { description: 'The license in force, with its seats.' })
  async license(@Ctx() context: LicensesContext): Promise<LicenseStatusRecord> {
    return await context.service.licenseStatus(context);
  }

  @Query(() => [RefusalCount], {
    description: 'Refused requests by hour, endpoint and cause, the newest hour first. Hours without any are left out.',
  })
  @Directive('@listSize(assumedSize: 200)')
  async refusals(
    @Arg('from', () => GraphQLDateTime, {
      nullable: true,
      description: 'From the hour that holds this time; 24 hours before `until` when not given, at most 31 days.',
    })
    from: Date | null | undefined,
    @Arg('until', () => GraphQLDateTime, {
      nullable: true,
      description: 'Hours that begin before this; now when not given.',
    })
    until: Date | null | undefined,
    @Arg('cause', () => [RefusalCause], { nullable: true, description: 'Only these causes.' })
    causes: RefusalCause[] | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<RefusalCountRecord[]> {
    return await context.service.listRefusals(context, { from, until, causes });
  }

  @Query(() => Departments, { description: 'Departments, whose configuration controllers get by their addresses.' })
  departments(@Ctx() context: LicensesContext): Departments {
    const { file, list } = context.service.departmentsStatus(context);
    return { file, list: list.map(({ name, addresses }) => ({ name, addresses: [...addresses] })) };
  }
}

@Resolver(() => Blacklist)
export class BlacklistResolver {
  @Query(() => Blacklist, {
    description: 'Who is refused. `controllers(filter: {isBlacklisted: true})` has the registered ones among them.',
  })
  blacklist(@Ctx() context: LicensesContext): Pick<Blacklist, 'file' | 'matchesAddresses'> {
    return context.service.blacklistStatus(context);
  }

  @FieldResolver(() => BlacklistEntryConnection, { description: 'Its entries in file order.' })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  entries(
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): BlacklistConnectionRecord {
    return context.service.blacklistEntries(context, { first, after });
  }
}

@Resolver(() => RequestRate)
export class RequestRateResolver {
  @Query(() => RequestRate, { description: 'How many requests a source may send to each documented endpoint.' })
  requestRate(@Ctx() context: LicensesContext): RequestRate {
    return context.service.rateInForce(context);
  }

  @FieldResolver(() => [SourceRate], { description: 'The sources with the most requests in the windows under way.' })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async sources(
    @Arg('first', () => Int, { defaultValue: 20, description: 'At most so many, 1 to 1000.' }) first: number,
    @Ctx() context: LicensesContext,
  ): Promise<SourceRateRecord[]> {
    return await context.service.busiestSources(context, first);
  }
}
