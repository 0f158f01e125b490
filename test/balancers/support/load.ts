import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from './balancer.js';

export const adminToken = 'a'.repeat(40);

const importMutation =
  'mutation ($inference: InferenceInput!) { importInferences(input: { inferences: [$inference] }) { results { alertId } } }';
const reading = '{ alerts(first: 5) { nodes { id status endpoint { hostname } } } }';
const inference = {
  ...{ tenantId: 'north', platform: 'WINDOWS', prediction: 'ATTACK', modelName: 'm', attackProb: 0.9 },
  ...{ confidence: 0.9, timestamp: 1_790_000_000, numNodes: 1, numEdges: 1 },
};

/** The target of requests: a balancer, or a server. */
type Target = Pick<Balancer, 'url' | 'ownPath'>;

interface GraphResponse {
  readonly data?: { importInferences?: { results: { alertId: string }[] } };
  readonly errors?: unknown;
}

/**
 * Clients that send requests in sequence over persistent connections, alternating between REST, queries, and mutations.
 */
export class Load {
  /** The ids of the opened alerts. */
  readonly alertIds: string[] = [];
  readonly failures: string[] = [];
  requests = 0;
  #isStopping = false;
  readonly #pauseMs: number;
  readonly #clients: Promise<void>[];

  /** @param pauseMs how long a client waits between two rounds of requests, so the servers have time to start */
  constructor(balancers: readonly Target[], clientsPerBalancer: number, { pauseMs = 0 } = {}) {
    this.#pauseMs = pauseMs;
    this.#clients = balancers.flatMap((balancer) =>
      Array.from({ length: clientsPerBalancer }, () => this.#run(balancer)),
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#clients);
  }

  async #run({ url, ownPath }: Target): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (path: string, body?: object): Promise<GraphResponse> => this.#send(`${url}${path}`, { agent, body });
    while (!this.#isStopping) {
      await send('/alerts?limit=5');
      await send(ownPath);
      // The path of health checks for nginx. A draining server responds with 503.
      await fetch(`${url}/health/ready`)
        .then((response) => response.arrayBuffer())
        .catch(() => {});
      await send('/graphql', { query: reading });
      const id = `inference-${this.requests}`;
      // The times are far apart, so the alerts are not related, because relating them takes longer with each
      // alert.
      const timestamp = inference.timestamp - this.requests * 120;
      const variables = { inference: { ...inference, timestamp, inferenceId: id, endpointId: id } };
      const { data } = await send('/graphql', { query: importMutation, variables });
      const alertId = data?.importInferences?.results[0]?.alertId;
      if (alertId !== undefined) this.alertIds.push(alertId);
      if (this.#pauseMs > 0) await delay(this.#pauseMs);
    }
    agent.destroy();
  }

  /** A response with another status than 200 or with errors is a failure, and so is a missing response. */
  async #send(url: string, options: { agent: Agent; body?: object | undefined }): Promise<GraphResponse> {
    this.requests++;
    try {
      const { status, text } = await exchange(url, options);
      const response = (status === 200 ? JSON.parse(text) : { errors: text }) as GraphResponse;
      if (response.errors !== undefined) throw new Error(`${status} ${text.slice(0, 300)}`);
      return response;
    } catch (error) {
      this.failures.push(`${options.body === undefined ? 'GET' : 'POST'} ${url}: ${error}`);
      return {};
    }
  }
}

function exchange(
  url: string,
  { agent, body }: { agent: Agent; body?: object | undefined },
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
    request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, text })).once('error', reject);
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}
