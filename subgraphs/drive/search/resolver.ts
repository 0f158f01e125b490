import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { First, PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import { assertBetween, maxCharacters } from '../../../platform/input-limits.js';
import { afterArgOptions, type DriveContext, pageDirective } from '../context.js';
import type { ItemRecord } from '../items/index.js';
import { itemFields, loadItem } from '../items/loaders.js';
import { DriveItem } from '../items/types.js';
import { isTextExtractionEnabled, mayStoreText } from './rules/text-storage.js';
import { maxResults, type SearchPage, type SearchResult, searchDrive } from './service/search.js';
import { countPendingExtractions, excerptsOf, type TextMetadata, textMetadataOf } from './service/text-metadata.js';
import { DriveSearchConnection, DriveSearchFilter, DriveSearchResult, DriveText } from './types.js';
import { ExtractionState, SearchScope, TextState } from './vocabulary.js';

const maxExcerptCharacters = 64_000;

@Resolver(() => DriveSearchResult)
class DriveSearchResolver {
  @PermittedQuery('drive.read', () => DriveSearchConnection, {
    description:
      'Search files and folders of all document sites by their names and by the text of their newest stored contents, best match first. Of the files whose text matches, only the 10000 most recently modified are found (see `isBounded`), and only the 1000 most recently modified are ranked; the others follow. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
    cost: 100,
  })
  @Directive(pageDirective)
  async driveSearch(
    @Arg('query', () => String, {
      description: `Words that must all occur, "phrases", \`or\` between alternatives, \`-\` before a word that must not occur; at most ${maxCharacters.search} characters. Text must contain the exact words; in names, parts of words also match.`,
    })
    query: string,
    @Arg('in', () => SearchScope, {
      nullable: true,
      description:
        'Where to search. Null: `ALL`, or `NAMES` if stored contents are encrypted, because their text is not stored.',
    })
    scope: SearchScope | null | undefined,
    @Arg('filter', () => DriveSearchFilter, { nullable: true, description: 'Filter; null: all items.' })
    filter: DriveSearchFilter | null | undefined,
    @First('results', { defaultValue: 20, max: maxResults }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<SearchPage> {
    return await searchDrive(context.dependencies, context, { query, scope, filter, first, after });
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'The file or folder; null if it was removed with the site after the search.',
  })
  @Directive('@cost(weight: 1)')
  async item(
    @Root() { siteId, id }: SearchResult,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id }, itemFields(selectedFields(info)));
  }
}

@Resolver(() => DriveSearchConnection)
class DriveSearchConnectionResolver {
  @FieldResolver(() => Boolean, {
    description:
      'Whether extracted text is stored and can be searched: false if stored contents are encrypted; otherwise true, even if text extraction is off.',
  })
  storesText(@Ctx() { dependencies }: DriveContext): boolean {
    return mayStoreText(dependencies.settings);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the text of more than 10000 files matches. If true, the search finds only the 10000 most recently modified of them; add words or a filter to find others.',
  })
  isBounded(@Root() page: SearchPage): boolean {
    return page.isBounded;
  }

  @FieldResolver(() => Int, {
    description:
      'Number of stored contents of all sites whose text has not been extracted yet and is therefore not searched; 0 if text extraction is off, or if stored contents are encrypted.',
  })
  @Directive('@cost(weight: 10)')
  async pendingExtractionCount(@Ctx() context: DriveContext): Promise<number> {
    return await countPendingExtractions(context.dependencies, context);
  }
}

@Resolver(() => DriveItem)
class ItemTextResolver {
  @FieldResolver(() => DriveText, {
    nullable: true,
    description: 'Text extracted from the newest stored content; null if no content is stored.',
  })
  @Directive('@cost(weight: 1)')
  async text(
    @Root() { contentSha256 = null }: ItemRecord,
    @Ctx() context: DriveContext,
  ): Promise<(Omit<DriveText, 'excerpt'> & TextKey) | null> {
    if (contentSha256 === null) return null;
    const found = await context
      .loader('text', (sha256s: string[]) => textMetadataOf(context.dependencies, context, sha256s))
      .load(contentSha256);
    const { state, ...rest } = found ?? { sha256: contentSha256, state: ExtractionState.READING, ...unknownText };
    return { ...rest, state: stateOf(state, context) };
  }
}

type TextKey = Pick<TextMetadata, 'sha256'>;

const unknownText = { format: null, reason: null, detail: null, isCut: false };

function stateOf(state: TextMetadata['state'], { dependencies }: DriveContext): TextState {
  if (state === 'extracted') return TextState.EXTRACTED;
  if (state === 'unreadable') return TextState.UNREADABLE;
  return isTextExtractionEnabled(dependencies.settings) ? TextState.WAITING : TextState.OFF;
}

@Resolver(() => DriveText)
class DriveTextResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The first characters of the text, as plain text; null unless the state is `EXTRACTED`.',
  })
  @Directive('@cost(weight: 10)')
  async excerpt(
    @Root() { sha256 }: TextKey,
    @First('characters', { defaultValue: 2000, max: maxExcerptCharacters }) first: number,
    @Ctx() context: DriveContext,
  ): Promise<string | null> {
    assertBetween({ name: 'first', value: first, min: 1, max: maxExcerptCharacters });
    return await context
      .loader(
        'excerpt',
        (sha256s: string[]) => excerptsOf(context.dependencies, context, { sha256s, characters: first }),
        first,
      )
      .load(sha256);
  }
}

export const searchResolvers = [
  DriveSearchResolver,
  DriveSearchConnectionResolver,
  ItemTextResolver,
  DriveTextResolver,
];
