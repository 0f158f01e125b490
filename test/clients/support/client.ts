/** A documented request. Each client serializes it in its own way. */
export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** URL without a query. Names in the path are percent-encoded, as documented. */
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
}

export interface ClientResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An installed HTTP client, which follows redirects and serializes requests in its own way. */
export interface Client {
  send(request: ClientRequest): Promise<ClientResponse>;
  close(): void;
}

/** Options of a client for the server. */
export interface ClientOptions {
  /** PEM file of the only trusted certificate. */
  readonly certificateFile?: string;
}

export interface InstalledClient {
  readonly name: string;
  /** Missing software; undefined if the client can run. */
  readonly missing: string | undefined;
  start(options?: ClientOptions): Client;
}
