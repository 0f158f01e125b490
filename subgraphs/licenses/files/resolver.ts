import { Ctx, Directive, FieldResolver, Resolver } from 'type-graphql';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { BlacklistConnectionRecord } from './service/status.js';
import { Blacklist, BlacklistEntryConnection, Departments } from './types.js';

@Resolver(() => Blacklist)
export class BlacklistResolver {
  @PermittedQuery('licenses.read', () => Blacklist, {
    description:
      'Return the blacklist. `controllers(filter: {isBlacklisted: true})` lists the registered controllers on it. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async blacklist(@Ctx() context: LicensesContext): Promise<Pick<Blacklist, 'file' | 'matchesAddresses'>> {
    return await context.service.blacklistStatus(context);
  }

  @FieldResolver(() => BlacklistEntryConnection, {
    description: 'Entries in the order of the list. Cursors expire when the blacklist changes.',
  })
  @Directive(pageListSize)
  async entries(
    @First('entries') first: number | null | undefined,
    @After('entries') after: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<BlacklistConnectionRecord> {
    return await context.service.blacklistEntries(context, { first, after });
  }

  @PermittedQuery('licenses.read', () => Departments, {
    description:
      'Return the departments. Controllers receive the configuration of the first department that contains one of their addresses. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async departments(@Ctx() context: LicensesContext): Promise<Departments> {
    const { file, list } = await context.service.departmentsStatus(context);
    return { file, list: list.map(({ name, addresses }) => ({ name, addresses: [...addresses] })) };
  }
}
