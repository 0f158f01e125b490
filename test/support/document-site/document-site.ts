import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { problemOfAssertion } from './assertions.js';
import { type Exchange, json, rejectMalware } from './exchange.js';
import type { Step } from './fault-action.js';
import { issuedAuthorization } from './fault-kinds.js';
import { Faults } from './faults.js';
import { type OtherLibrary, otherLibrary } from './other-library.js';
import type { RateLimit } from './rate-limit.js';
import { sendContent } from './send-content.js';
import { driveItem, SiteContent } from './site-content.js';
import { SiteSubscriptions } from './subscriptions.js';

export interface RecordedRequest {
  /** `auth`, `graph` or `files`, each with its own URL. */
  readonly server: string;
  readonly step: Step | 'other';
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly range: string | undefined;
  readonly userAgent: string | undefined;
}

export const secret = 'the-s3cret~of_this.test';
const siteId = 'contoso.example,3e4c2ab0-0000-4000-8000-000000000001,77aa1100-0000-4000-8000-000000000002';
const drivePath = `/v1.0/sites/${siteId}/drive`;

/** A simulated document site with its identity provider and file store. Faults can be injected into every part. */
export class DocumentSite {
  content = new SiteContent();
  readonly faults = new Faults();
  readonly requests: RecordedRequest[] = [];
  readonly subscriptions = new SiteSubscriptions();
  /** The quota of the application in SharePoint; undefined: unlimited. */
  rateLimit: RateLimit | undefined;
  readonly siteId = siteId;
  path = '/sites/security';
  roles: string[] | undefined = ['Sites.Read.All', 'Sites.Manage.All', 'Files.Read.All'];
  pageSize = 50;
  tokensIssued = 0;
  downloads: string[] = [];
  /** Roles of the application on this site, which apply if the token has Sites.Selected. */
  grantedRoles: string[] = [];
  /** The certificate of the application, in PEM format; undefined: it authenticates with the secret. */
  certificate: string | undefined;
  /** The clock of the identity provider. */
  clock: { now(): number } = Date;
  /** Other sites and libraries of the tenant, on the same servers. */
  readonly others: OtherLibrary[] = [];
  readonly #servers: Server[] = [];
  readonly #exchanges = new Set<Promise<unknown>>();
  #auth = '';
  #graph = '';
  #files = '';
  #validTokens = new Set<string>();

  static async start(): Promise<DocumentSite> {
    const site = new DocumentSite();
    site.#auth = await site.#listen('auth', (request, response, url) => site.#token({ request, response, url }));
    site.#graph = await site.#listen('graph', (request, response, url) => site.#graphApi({ request, response, url }));
    site.#files = await site.#listen('files', (request, response, url) => site.#file({ request, response, url }));
    return site;
  }

  /** Settings of an instance that follows this site. */
  get environment(): Record<string, string> {
    return {
      RAMPART_DRIVE_AUTH_URL: this.#auth,
      RAMPART_DRIVE_GRAPH_URL: this.#graph,
      RAMPART_DRIVE_TENANT_ID: 'tenant-1',
      RAMPART_DRIVE_CLIENT_ID: 'client-1',
      RAMPART_DRIVE_CLIENT_SECRET: secret,
      RAMPART_DRIVE_SITE_HOSTNAME: 'contoso.example',
      RAMPART_DRIVE_SITE_PATH: '/sites/security',
    };
  }

  get graphUrl(): string {
    return this.#graph;
  }

  get deltaUrl(): string {
    return `${this.#graph}/v1.0/sites/${siteId}/drive/root/delta`;
  }

  /** Adds another site, or another library of the site with this path. */
  addLibrary(path: string, name: string | null = null): OtherLibrary {
    const siteOfPath = path === this.path ? siteId : `contoso.example,${path.slice(1).replace('/', '-')},2`;
    const library = otherLibrary({ siteId: siteOfPath, path, name, number: this.others.length + 1 });
    this.others.push(library);
    return library;
  }

  requestsOf(step: Step): RecordedRequest[] {
    return this.requests.filter((request) => request.step === step);
  }

  revokeTokens(): void {
    this.#validTokens.clear();
  }

  /** Notifies every subscriber of a change; returns the statuses of the responses. */
  async notify(overrides: Parameters<SiteSubscriptions['notify']>[0] = {}): Promise<number[]> {
    return await this.subscriptions.notify(overrides);
  }

  /** Resolves when no request is in progress. */
  async untilIdle(): Promise<void> {
    while (this.#exchanges.size > 0) await Promise.allSettled(this.#exchanges);
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #listen(
    name: string,
    handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<Step | 'other'>,
  ): Promise<string> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const { authorization, range } = request.headers;
      const received = {
        server: name,
        method: request.method ?? '',
        path: url.pathname + url.search,
        authorization,
        range,
        userAgent: request.headers['user-agent'],
      };
      const exchange = handle(request, response, url)
        .then(
          (step) => this.requests.push({ ...received, step }),
          () => response.destroy(),
        )
        .finally(() => this.#exchanges.delete(exchange));
      this.#exchanges.add(exchange);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
  }

  /** Whether a fault has responded instead of the site. */
  async #isFaulty(step: Step, exchange: Exchange, body = ''): Promise<boolean> {
    return await this.faults.occur({ ...exchange, step, method: exchange.request.method ?? '', body });
  }

  async #token(exchange: Exchange): Promise<Step> {
    const form = new URLSearchParams(await text(exchange.request));
    if (await this.#isFaulty('token', exchange)) return 'token';
    const isRight =
      exchange.url.pathname === '/tenant-1/oauth2/v2.0/token' &&
      form.get('grant_type') === 'client_credentials' &&
      /^client-\d$/.test(form.get('client_id') ?? '') &&
      form.get('scope') === `${this.#graph}/.default`;
    if (!isRight)
      json(exchange.response, 400, { error: 'invalid_request', error_description: 'AADSTS900144: bad form' });
    else if (!(await this.#isAuthenticated(form, exchange))) return 'token';
    else {
      const claims = Buffer.from(JSON.stringify({ roles: this.roles, n: ++this.tokensIssued })).toString('base64url');
      const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.x`;
      this.#validTokens.add(token);
      json(exchange.response, 200, { token_type: 'Bearer', expires_in: 3599, access_token: token });
    }
    return 'token';
  }

  /** Whether the secret or assertion of a token request is valid; otherwise, responds with the error. */
  async #isAuthenticated(form: URLSearchParams, { response, url }: Exchange): Promise<boolean> {
    if (this.clock !== Date) response.setHeader('date', new Date(this.clock.now()).toUTCString());
    const problem =
      this.certificate === undefined
        ? form.get('client_secret') !== secret &&
          `AADSTS7000215: Invalid client secret provided: ${form.get('client_secret')}.`
        : await problemOfAssertion(form, {
            ...{ certificate: this.certificate, now: this.clock.now() },
            audience: this.#auth + url.pathname,
          });
    if (problem) json(response, 401, { error: 'invalid_client', error_description: problem });
    return !problem;
  }

  async #graphApi(exchange: Exchange): Promise<Step | 'other'> {
    const { request, response, url } = exchange;
    const body = await text(request);
    const step = stepOf(url, [this.path, ...this.others.map((other) => other.path)], this.others);
    if (step === 'other') {
      json(response, 404, { error: { code: 'itemNotFound', message: 'There is nothing here.' } });
      return step;
    }
    if (await this.#isFaulty(step, exchange, body)) return step;
    if (step !== 'subscriptions' && this.rateLimit?.isExceeded(exchange) === true) return step;
    if (!this.#validTokens.has(issuedAuthorization(request.headers.authorization)?.replace('Bearer ', '') ?? '')) {
      json(response, 401, { error: { code: 'InvalidAuthenticationToken', message: 'The token is not valid.' } });
    } else if (!this.#isGranted(step)) {
      json(response, 403, { error: { code: 'accessDenied', message: 'Access denied' } });
    } else if (step === 'site') this.#site(exchange);
    else if (step === 'delta') this.#delta(exchange);
    else if (step === 'subscriptions') await this.subscriptions.respond(exchange, body);
    else await this.#content(exchange);
    return step;
  }

  /** With Sites.Selected, an administrator grants roles on each site. */
  #isGranted(step: Step): boolean {
    if (this.roles?.includes('Sites.Selected') !== true) return true;
    return this.grantedRoles.includes(step === 'subscriptions' ? 'manage' : 'read');
  }

  #site({ response, url }: Exchange): void {
    const requested = decodeURIComponent(url.pathname);
    if (requested.endsWith('/drives')) {
      const drives = this.others.filter(({ name, siteId: of }) => name !== null && requested.includes(`/${of}/`));
      json(response, 200, { value: drives.map(({ driveId: id, name }) => ({ id, name })) });
      return;
    }
    const other = this.others.find(({ path }) => requested.endsWith(`:${path}`));
    const path = other?.path ?? this.path;
    const name = path.split('/').at(-1) ?? '';
    json(response, 200, {
      id: other?.siteId ?? siteId,
      name,
      displayName: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      webUrl: `https://contoso.example${path}`,
    });
  }

  /** The library of a request. */
  #libraryOf(url: URL): Pick<OtherLibrary, 'content' | 'drive' | 'number'> {
    const requested = decodeURIComponent(url.pathname);
    const other = this.others.find(({ drive }) => requested.startsWith(`${drive}/`));
    return other ?? { content: this.content, drive: drivePath, number: 0 };
  }

  #delta({ request, response, url }: Exchange): void {
    const preferences = String(request.headers.prefer ?? '').split(/,\s*/);
    const since = Number(url.searchParams.get('token') ?? 0);
    const { content, drive } = this.#libraryOf(url);
    const until = Number(url.searchParams.get('until') ?? content.sequence);
    const skip = Number(url.searchParams.get('skip') ?? 0);
    const changes = content.changesSince(since, preferences).filter((item) => since > 0 || !item.isDeleted);
    const page = changes.slice(skip, skip + this.pageSize);
    const base = `${this.#graph}${drive}/root/delta`;
    const isLast = skip + this.pageSize >= changes.length;
    const next = `${base}?token=${since}&until=${until}&skip=${skip + this.pageSize}`;
    json(response, 200, {
      '@odata.context': `${this.#graph}/v1.0/$metadata#Collection(driveItem)`,
      value: page.map(driveItem),
      ...(isLast ? { '@odata.deltaLink': `${base}?token=${until}` } : { '@odata.nextLink': next }),
    });
  }

  async #content(exchange: Exchange): Promise<void> {
    const id = /\/items\/([^/]+)\/content$/.exec(exchange.url.pathname)?.[1] ?? '';
    const { content, number } = this.#libraryOf(exchange.url);
    const item = content.items.get(decodeURIComponent(id));
    if (item?.content === undefined || item.isDeleted) {
      json(exchange.response, 404, { error: { code: 'itemNotFound', message: 'The item does not exist.' } });
    } else if (item.malware !== undefined) {
      rejectMalware(exchange.response);
    } else {
      const place = number === 0 ? item.id : `of-library-${number}/${item.id}`;
      exchange.response.writeHead(302, { location: `${this.#files}/download/${place}?tempauth=x` }).end();
    }
  }

  async #file(exchange: Exchange): Promise<Step> {
    if (!(await this.#isFaulty('download', exchange))) this.#sendFile(exchange);
    return 'download';
  }

  #sendFile({ request, response, url }: Exchange): void {
    const place = url.pathname.replace('/download/', '');
    const [, number, id = place] = /^of-library-(\d+)\/(.*)$/.exec(place) ?? [];
    const owner = number === undefined ? this : this.others[Number(number) - 1];
    const item = owner?.content.items.get(id);
    this.downloads.push(id);
    sendContent({ request, response }, { content: item?.content ?? Buffer.alloc(0), etag: `"${id}.${item?.version}"` });
  }
}

function stepOf(url: URL, paths: readonly string[], others: readonly OtherLibrary[]): Step | 'other' {
  const path = decodeURIComponent(url.pathname);
  if (paths.some((one) => path === `/v1.0/sites/contoso.example:${one}`)) return 'site';
  if (others.some(({ siteId: of }) => path === `/v1.0/sites/${of}/drives`)) return 'site';
  if (path.startsWith('/v1.0/subscriptions')) return 'subscriptions';
  if (![drivePath, ...others.map(({ drive }) => drive)].some((drive) => path.startsWith(`${drive}/`))) return 'other';
  return path.endsWith('/root/delta') ? 'delta' : path.endsWith('/content') ? 'content' : 'other';
}
