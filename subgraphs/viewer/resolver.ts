import { Ctx, Query, Resolver } from 'type-graphql';
import { actorOf } from '../../platform/audit/index.js';
import type { RequestContext } from '../../platform/caller.js';
import { Requires } from '../../platform/graph/index.js';
import { type ViewerRecord, viewerOf } from './service.js';
import { Viewer } from './types.js';

/** Resolves a reference of another subgraph; null for anybody but the caller. */
export function viewerReference({ id }: { id: string }, context: RequestContext): ViewerRecord | null {
  const own = viewerIn(context);
  return own?.id === id ? own : null;
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @Requires('viewer.read')
  @Query(() => Viewer, { nullable: true, description: 'Return the caller; null without credentials.' })
  viewer(@Ctx() context: RequestContext): ViewerRecord | null {
    return viewerIn(context);
  }
}

function viewerIn({ caller }: RequestContext): ViewerRecord | null {
  return viewerOf(caller, actorOf(caller).id);
}
