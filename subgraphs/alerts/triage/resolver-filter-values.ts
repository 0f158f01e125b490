import { Arg, Ctx, Directive, Field, ObjectType, Resolver } from 'type-graphql';
import { enumType, First, PermittedQuery } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { AlertFilterField } from '../vocabulary.js';
import { filterValues } from './service/filter-values.js';

enumType(AlertFilterField, {
  name: 'AlertFilterField',
  description: 'Field of `AlertFilter` whose values can be listed.',
  values: {
    TENANT: 'Ids of the tenants that you may access; if you may access all tenants, only those with alerts.',
    ENDPOINT: 'Hostnames of the endpoints of your tenants.',
    MODEL: 'Names of the models that have alerts in your tenants.',
    ATTACK:
      'All MITRE ATT&CK tactics, techniques and sub-techniques except revoked and deprecated ones, tactics first.',
  },
});

@ObjectType('AlertFilterValue', { description: 'Value of a field of `AlertFilter`.' })
export class AlertFilterValue {
  @Field(() => String, { description: 'Value to filter by, such as T1059.001.' })
  value!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the tactic or technique, such as PowerShell; null for other fields.',
  })
  name!: string | null;
}

@Resolver()
export class AlertFilterValuesResolver {
  @PermittedQuery('alerts.read', () => [AlertFilterValue], {
    description:
      'List values of a field of `AlertFilter`, sorted by value; useful for autocompletion. Tactics precede techniques.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async alertFilterValues(
    @Arg('field', () => AlertFilterField, { description: 'Field whose values are listed.' }) field: AlertFilterField,
    @Arg('search', () => String, {
      nullable: true,
      description: `Substring of the value or its name, case-insensitive; at most ${maxCharacters.search} characters. Default: all values.`,
    })
    search: string | null | undefined,
    @First('values', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<AlertFilterValue[]> {
    return await filterValues(context, { field, search, first });
  }
}
