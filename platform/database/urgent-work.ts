/** The connections that urgent operations can use. */
interface Connections<Resource> {
  /** Number of operations in progress or waiting on general connections. */
  generalWork(): number;
  general<T>(work: (resource: Resource) => Promise<T>): Promise<T>;
  reserved<T>(work: (resource: Resource) => Promise<T>): Promise<T>;
  /** Number of reserved connections, at least 1. */
  readonly reservedSize: number;
}

interface Waiting {
  readonly maxGeneralWork: number;
  start(): void;
}

/**
 * Runs urgent operations on free general connections, and on reserved ones. If none is free, operations wait in order
 * for the next connection of either kind. An operation that was already assigned to a busy connection would wait while
 * other connections are idle.
 */
export class UrgentWork<Resource> {
  readonly #connections: Connections<Resource>;
  readonly #waiting: Waiting[] = [];
  #reservedWork = 0;

  constructor(connections: Connections<Resource>) {
    this.#connections = connections;
  }

  /**
   * @param maxGeneralWork the operation uses a general connection only while fewer than this number of operations use
   * general connections
   */
  run<T>(maxGeneralWork: number, work: (resource: Resource) => Promise<T>): Promise<T> {
    if (this.#hasConnection(maxGeneralWork)) return this.#start(maxGeneralWork, work);
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#waiting.push({ maxGeneralWork, start: () => resolve(this.#start(maxGeneralWork, work)) });
    return promise;
  }

  /**
   * Starts the waiting operations for which there is a connection. Must be called when a general connection becomes
   * free.
   */
  startWaiting(): void {
    while (this.#waiting.length > 0) {
      const index = this.#waiting.findIndex(({ maxGeneralWork }) => this.#hasConnection(maxGeneralWork));
      if (index === -1) return;
      for (const { start } of this.#waiting.splice(index, 1)) start();
    }
  }

  #hasConnection(maxGeneralWork: number): boolean {
    const { generalWork, reservedSize } = this.#connections;
    return generalWork() < maxGeneralWork || this.#reservedWork < reservedSize;
  }

  async #start<T>(maxGeneralWork: number, work: (resource: Resource) => Promise<T>): Promise<T> {
    const { generalWork, general, reserved } = this.#connections;
    if (generalWork() < maxGeneralWork) return await general(work);
    this.#reservedWork++;
    try {
      return await reserved(work);
    } finally {
      this.#reservedWork--;
      this.startWaiting();
    }
  }
}
