import type { RequestContext } from '../platform/caller.js';
import type { FederatedGraph, PreparedOperation as Operation } from './execution/index.js';

/** The composed graph; its operations run for a caller. */
export type Graph = FederatedGraph<RequestContext>;

export type PreparedOperation = Operation<RequestContext>;
