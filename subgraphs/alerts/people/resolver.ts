import { Arg, Ctx, Directive, ID, Resolver } from 'type-graphql';
import { First, PermittedQuery } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { alertPeople } from './service.js';
import { AlertAssignee } from './types.js';

@Resolver()
export class AlertPeopleResolver {
  @PermittedQuery('alerts.people', () => [AlertAssignee], {
    description:
      'List the people and programs with the role `viewer`, `analyst` or `admin` for a tenant, or for any of your tenants, sorted by name. These are people who have signed in with an identity provider, active tokens, and configured administrators. The list is empty for a tenant that you may not access.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async alertPeople(
    @Arg('tenantId', () => ID, {
      nullable: true,
      description: 'Id of the tenant whose people are listed. Null or omitted: all tenants that you may access.',
    })
    tenantId: string | null | undefined,
    @Arg('search', () => String, {
      nullable: true,
      description: `Substring of the name, case-insensitive; at most ${maxCharacters.search} characters. Default: all people.`,
    })
    search: string | null | undefined,
    @Arg('ids', () => [ID], {
      nullable: true,
      description:
        'Only people with these ids, at most 100; an empty list matches none. At most `first` of these people are returned. Default: all people.',
    })
    ids: string[] | null | undefined,
    @First('people', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<AlertAssignee[]> {
    return await alertPeople(context, { tenantId, search, ids, first });
  }
}
