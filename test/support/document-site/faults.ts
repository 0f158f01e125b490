import type { FaultAction, FaultyRequest, Step } from './fault-action.js';
import { faultKinds } from './fault-kinds.js';
import { intercept } from './intercept.js';
import { listedKinds } from './site-faults.js';

type NoAction = Partial<Record<keyof FaultAction, undefined>>;

/** A fault, or an action during a request, and the number of times that it occurs. */
export type Fault = {
  readonly on: Step;
  times: number;
  /** Restricts the fault to requests whose URL contains this string. */
  readonly where?: string;
  /** Runs before the response. */
  beforeResponse?(request: FaultyRequest): unknown;
} & (FaultAction | NoAction);

const rejection: Fault = { on: 'delta', times: 1, ...faultKinds.revokedToken() };

/** The active faults of a server: of the simulated site, or of a server in front of another one. */
export class Faults {
  readonly #faults: Fault[] = [];
  readonly #revoked = new Set<string | undefined>();

  /** Adds a fault. Rejects a kind that is not in `siteFaults`, because the mirror is tested with that list. */
  add(fault: Fault): void {
    if (fault.kind !== undefined && !listedKinds.has(fault.kind))
      throw new Error(`the fault "${fault.kind}" is missing in the list of site-faults.ts`);
    this.#faults.push(fault);
  }

  /** Adds a fault that responds with this status and these headers. */
  respond(options: {
    on: Step;
    times: number;
    status: number;
    headers?: Record<string, string>;
    where?: string;
  }): void {
    const { status, headers, ...occurrence } = options;
    this.add({ ...occurrence, ...faultKinds.status(status, headers) });
  }

  /** Whether a fault has responded; otherwise, the server does, and its response may be changed. */
  async occur(request: FaultyRequest): Promise<boolean> {
    const { authorization } = request.request.headers;
    const fault = this.#revoked.has(authorization) ? rejection : this.#take(request);
    if (fault === undefined) return false;
    await fault.beforeResponse?.(request);
    if (fault.revokes) this.#revoked.add(authorization);
    fault.prepare?.(request);
    fault.respond?.(request);
    if (fault.respond !== undefined) return true;
    const { change, cutAfterBytes } = fault;
    if (cutAfterBytes !== undefined) intercept(request.response, (response) => ({ ...response, cutAfterBytes }));
    if (change !== undefined) {
      intercept(request.response, async (response) => {
        const changed = await change(response, request);
        if (changed === undefined) fault.times++;
        return changed ?? response;
      });
    }
    return false;
  }

  #take(request: FaultyRequest): Fault | undefined {
    const fault = this.#faults.find(
      (one) =>
        one.on === request.step &&
        one.times > 0 &&
        (one.where === undefined || request.url.href.includes(one.where)) &&
        one.applies?.(request) !== false,
    );
    if (fault !== undefined) fault.times--;
    return fault;
  }

  /** Number of times that faults will still occur. */
  get remaining(): number {
    return this.#faults.reduce((sum, { times }) => sum + times, 0);
  }

  /** The faults that will still occur, each `step: kind`. */
  get waiting(): string[] {
    return this.#faults.filter(({ times }) => times > 0).map(({ on, kind }) => `${on}: ${kind}`);
  }

  clear(): void {
    this.#faults.length = 0;
  }
}
