import { Arg, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import { First, PermittedQuery } from '../../../platform/graph/index.js';
import { assertBetween, assertMaxCharacters, maxCharacters } from '../../../platform/input-limits.js';
import { scopeOf } from '../authorization.js';
import type { AlertsContext } from '../context.js';
import { attackCatalog, type Catalog, type Technique } from './catalog.js';
import { AttackCatalog, AttackTechnique } from './types.js';

@Resolver(() => AttackCatalog)
export class AttackResolver {
  @PermittedQuery('alerts.read', () => AttackCatalog, {
    description: 'Return the tactics and techniques of MITRE ATT&CK for Enterprise.',
  })
  attack(@Ctx() context: AlertsContext): Catalog {
    scopeOf(context);
    return attackCatalog();
  }

  @FieldResolver(() => [AttackTechnique], {
    description: 'Techniques and sub-techniques that are neither revoked nor deprecated, sorted by identifier.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  techniques(
    @Root() catalog: Catalog,
    @Arg('search', () => String, {
      nullable: true,
      description: `Substring of the identifier or name, case-insensitive; at most ${maxCharacters.search} characters. Null, empty or omitted: all techniques.`,
    })
    search: string | null | undefined,
    @First('techniques', { defaultValue: 50 }) first: number,
  ): Technique[] {
    assertMaxCharacters('search', search, maxCharacters.search);
    assertBetween({ name: 'first', value: first, min: 1, max: 1000 });
    const part = search?.trim().toLowerCase() ?? '';
    return catalog.techniques
      .filter(({ id, name, isRetired }) => !isRetired && `${id} ${name}`.toLowerCase().includes(part))
      .slice(0, first);
  }
}
