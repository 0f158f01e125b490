import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runHere } from '../../command-line/support/run-here.js';
import { sendTls } from '../../gateway/support/tls-request.js';
import { guidOf } from '../../licenses/support/license-world.js';
import { checkPath, listPath, report } from '../../rest/support/licenses-server.js';
import { runCommand } from '../../support/command-line.js';
import { type RunningServer, startServer } from '../../support/running-server.js';

/** A running `rampart serve` of a release, used only through documented paths and commands, which are stable. */
export class RunningRelease {
  readonly #server: RunningServer;
  readonly #environment: Record<string, string>;
  readonly #root: string | undefined;

  private constructor(server: RunningServer, environment: Record<string, string>, root: string | undefined) {
    this.#server = server;
    this.#environment = environment;
    this.#root = root;
  }

  /** @param root path of the previous release; undefined for this version */
  static async start(environment: Record<string, string>, root?: string): Promise<RunningRelease> {
    return new RunningRelease(await startServer(environment, [], root), environment, root);
  }

  async stop(): Promise<number | null> {
    this.#server.command.process.kill('SIGTERM');
    return (await this.#server.command.result).code;
  }

  /** Runs a command and returns its output. */
  async rampart(args: readonly string[], input?: string): Promise<string> {
    const options = { environment: this.#environment, ...(input !== undefined && { input }) };
    const { code, output, errors } = await (this.#root === undefined
      ? runHere(args, options)
      : runCommand(args, { ...options, root: this.#root }));
    expect([args, code, errors]).toEqual([args, 0, expect.any(String)]);
    return output;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of all kinds.
  async call(method: string, path: string, options: { key?: string; body?: object | string } = {}): Promise<any> {
    const { key, body } = options;
    const isForm = typeof body === 'string';
    const response = await fetch(`${this.#server.addresses.rest}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return JSON.parse(text);
  }

  async openAlert(tenant: string, host: string, number: number): Promise<void> {
    const inference = {
      ...{ inference_id: `${tenant}-${host}-${number}`, tenant_id: tenant, endpoint_id: host, platform: 'linux' },
      ...{ attack_prob: 0.97, confidence: 0.9, prediction: 'attack', ttp_techniques: ['T1059'], ttp_explanation: null },
      // Spaced so that each opens a separate alert.
      ...{ timestamp: 1_790_000_000 + number * 86_400, model_name: 'm', num_nodes: 1, num_edges: 1 },
    };
    await this.rampart(['alerts', 'import', '-'], `${JSON.stringify(inference)}\n`);
  }

  async alerts(tenant: string): Promise<{ alert_id: string; status: string; analyst_notes: string }[]> {
    return (await this.call('GET', `/alerts?tenant_id=${tenant}`)).alerts;
  }

  /** Numbers of all and of open alerts of the tenant's endpoints, by host. */
  async counts(tenant: string): Promise<Record<string, [total: number, open: number]>> {
    const endpoints: { endpoint_id: string; total_alerts: number; open_alerts: number }[] = await this.call(
      'GET',
      `/endpoints?tenant_id=${tenant}`,
    );
    return Object.fromEntries(endpoints.map((each) => [each.endpoint_id, [each.total_alerts, each.open_alerts]]));
  }

  async importZone(zone: string, folder: string, domains: readonly string[], serial: number): Promise<void> {
    const file = join(folder, `${zone}.${serial}.zone`);
    const lines = domains.map((domain) => `${domain}.${zone}. 3600 in ns ns1.example.net.`);
    writeFileSync(file, [`${zone}. 3600 in soa a. b. ${serial} 1 1 1 1`, ...lines, ''].join('\n'));
    await this.rampart(['zones', 'import', zone, file]);
  }

  async domains(zone: string, key: string, search: string): Promise<string[]> {
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const path = `/api/v1/download/${zone}.zone?search=${search}&start=${start}`;
    const { results } = await this.call('GET', path, { key });
    return results.map(({ domain }: { domain: string }) => domain).sort();
  }

  async register(username: string): Promise<void> {
    await this.call('POST', '/auth/register', { body: { username, email: `${username}@mail.example`, password } });
  }

  async generateKey(username: string): Promise<string> {
    const body = { username, password, name: 'upgrade', expires_in_days: 2 };
    return (await this.call('POST', '/auth/api-keys/generate', { body })).key;
  }

  async checkIn(number: number): Promise<string> {
    const { status, body } = await sendTls(`${this.#server.addresses.licenses}${checkPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report({ guid: guidOf(number), hostname: `host-${number}` })),
    });
    return `${status} ${JSON.parse(body).message}`;
  }

  async controllers(): Promise<string[]> {
    const { body } = await sendTls(`${this.#server.addresses.licenses}${listPath}`);
    return JSON.parse(body)
      .active_controllers.map(({ guid }: { guid: string }) => guid)
      .sort();
  }

  async addMirrorClient(name: string): Promise<{ client_id: string; client_secret: string }> {
    return JSON.parse(await this.rampart(['drive', 'clients', 'add', name, '--json']));
  }

  async mirroredFiles(client: { client_id: string; client_secret: string }): Promise<string[]> {
    const form = { grant_type: 'client_credentials', scope: 'http://127.0.0.1/.default', ...client };
    const body = new URLSearchParams(form).toString();
    const { access_token: key } = await this.call('POST', '/any/oauth2/v2.0/token', { body });
    const { id } = await this.call('GET', '/v1.0/sites/localhost:/sites/documents', { key });
    const { value } = await this.call('GET', `/v1.0/sites/${id}/drive/root/delta`, { key });
    const items: { name: string; file?: object }[] = value;
    return items.flatMap(({ name, file }) => (file === undefined ? [] : [name])).sort();
  }
}

const password = 'a-password-nobody-else-has';
