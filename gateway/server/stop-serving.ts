import type { Listening } from './app.js';
import type { OpenStreams } from './events/index.js';
import type { Readiness } from './readiness.js';
import type { RequestScopes } from './request-scopes.js';

export interface Serving {
  readonly readiness: Readiness;
  /** Streams that would go on for ever, and keep their listener from closing. */
  readonly streams?: OpenStreams;
  readonly listening: readonly Listening[];
  readonly scopes: RequestScopes;
}

/** Ends serving in order: balancers send nothing more, requests under way finish, and until then their time is watched. */
export async function stopServing({ readiness, streams, listening, scopes }: Serving): Promise<void> {
  readiness.close();
  streams?.close();
  await Promise.all(listening.map((each) => each.close()));
  scopes.close();
}
