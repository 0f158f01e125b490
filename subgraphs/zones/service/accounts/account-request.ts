import type { RequestContext } from '../../../../platform/caller.js';

/** Who asks, from where, and how. */
export type AccountRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
