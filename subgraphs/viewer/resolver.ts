import { Ctx, Resolver } from 'type-graphql';
import type { RequestContext } from '../../platform/caller.js';
import { PermittedQuery } from '../../platform/graph/index.js';
import { type ViewerRecord, viewerOf } from './service.js';
import { Viewer } from './types.js';

/** Resolves a reference of another subgraph; null for any id but that of the caller. */
export function viewerReference({ id }: { id: string }, context: RequestContext): ViewerRecord | null {
  const viewer = viewerOf(context.caller);
  return viewer?.id === id ? viewer : null;
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @PermittedQuery('viewer.read', () => Viewer, {
    nullable: true,
    description: 'Return the caller; null for anonymous callers and for controllers.',
  })
  viewer(@Ctx() context: RequestContext): ViewerRecord | null {
    return viewerOf(context.caller);
  }
}
