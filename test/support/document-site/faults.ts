import type { ServerResponse } from 'node:http';

/** What of the simulated site a request is for. */
export type Step = 'token' | 'site' | 'delta' | 'content' | 'download' | 'subscriptions';

export interface FaultyRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: URL;
  readonly response: ServerResponse;
}

/** Something that goes wrong so many times. */
export interface Fault {
  readonly on: Step;
  times: number;
  /** Only requests whose address has this in it. */
  readonly where?: string;
  /** Answers in place of the site. */
  act?(request: FaultyRequest): void | Promise<void>;
  /** Downloads end after so many bytes, without their rest. */
  readonly cutAfter?: number;
  /** Something happens beside the request, which is then answered as usual. */
  beside?(request: FaultyRequest): void | Promise<void>;
}

/** The faults that are switched on. */
export class Faults {
  readonly #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** An answer with this status and these headers instead of the right one. */
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

  /** The fault that this request meets; it is used up by that. */
  take(step: Step, url: URL): Fault | undefined {
    const fault = this.#faults.find(
      (one) => one.on === step && one.times > 0 && (one.where === undefined || url.href.includes(one.where)),
    );
    if (fault !== undefined) fault.times--;
    return fault;
  }

  clear(): void {
    this.#faults.length = 0;
  }
}
