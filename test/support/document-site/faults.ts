import type { ServerResponse } from 'node:http';

/** The kind of a request to the simulated site. */
export type Step = 'token' | 'site' | 'delta' | 'content' | 'download' | 'subscriptions';

export interface FaultyRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: URL;
  readonly response: ServerResponse;
}

/** A fault that occurs this many times. */
export interface Fault {
  readonly on: Step;
  times: number;
  /** Restricts the fault to requests whose URL contains this. */
  readonly where?: string;
  /** Responds instead of the site. */
  act?(request: FaultyRequest): void | Promise<void>;
  /** Number of bytes after which downloads are cut off. */
  readonly cutAfter?: number;
  /** Runs before the regular response. */
  beside?(request: FaultyRequest): void | Promise<void>;
}

/** The active faults. */
export class Faults {
  readonly #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** Adds a fault that responds with this status and these headers. */
  answer(options: { on: Step; times: number; status: number; headers?: Record<string, string>; where?: string }): void {
    const { on, times, status, headers, where } = options;
    this.add({
      on,
      times,
      ...(where === undefined ? {} : { where }),
      act({ response }) {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(
          JSON.stringify({ error: { code: `simulated${status}`, message: 'The simulator was told to fail.' } }),
        );
      },
    });
  }

  /** Returns and uses up the fault of a request; undefined if there is none. */
  take(step: Step, url: URL): Fault | undefined {
    const fault = this.#faults.find(
      (one) => one.on === step && one.times > 0 && (one.where === undefined || url.href.includes(one.where)),
    );
    if (fault !== undefined) fault.times--;
    return fault;
  }

  /** Number of times that faults will still occur. */
  get remaining(): number {
    return this.#faults.reduce((sum, { times }) => sum + times, 0);
  }

  clear(): void {
    this.#faults.length = 0;
  }
}
