import { type MessagePort, parentPort } from 'node:worker_threads';
import { parse } from 'graphql';
import type { OverrideConditions, Planner } from './query-plans.js';

/** A request to plan one operation. */
export interface PlanRequest {
  /** Id of the supergraph, unique in this process. */
  readonly graph: number;
  readonly supergraphSdl: string;
  /**
   * Whether another thread has already validated the supergraph. Validation takes most of the time to read a
   * supergraph.
   */
  readonly isValidated?: boolean;
  readonly document: string;
  readonly overrides: OverrideConditions;
}

/** Messages of the thread: that planning has started, then the plan or the error. */
export type PlanMessage =
  | { readonly kind: 'begun' }
  | { readonly kind: 'planned'; readonly plan: unknown }
  | { readonly kind: 'failed'; readonly message: string };

const maxPlanners = 4;

// Tests run the TypeScript sources, which have another file extension.
const plans = await import(import.meta.url.endsWith('.ts') ? './query-plans.ts' : './query-plans.js');
const planners = new Map<number, Planner>();

if (parentPort !== null) servePlans(parentPort);

function servePlans(port: MessagePort): void {
  const send = (message: PlanMessage): void => port.postMessage(message);
  port.on('message', (request: PlanRequest) => {
    try {
      const planner = plannerOf(request);
      send({ kind: 'begun' });
      send({ kind: 'planned', plan: plans.createPlan(planner, parse(request.document), request.overrides) });
    } catch (error) {
      send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

function plannerOf({ graph, supergraphSdl, isValidated = false }: PlanRequest): Planner {
  const read = () => plans.readSupergraph(supergraphSdl, { assumeValid: isValidated });
  const build = (): Planner => plans.buildPlanner(plans.withAllAccessible(read()));
  const planner = planners.get(graph) ?? build();
  planners.delete(graph);
  planners.set(graph, planner);
  for (const oldest of planners.keys()) if (planners.size > maxPlanners) planners.delete(oldest);
  return planner;
}
