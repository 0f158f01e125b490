/** A request as the documentation describes it. How it is written on the wire is the client's business. */
export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Address and path, without a query. Names in the path are percent-encoded, as the documentation asks. */
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

/** A client as it is installed: it follows redirects, and writes requests in its own way. */
export interface Client {
  send(request: ClientRequest): Promise<ClientResponse>;
  close(): void;
}

/** What a client needs to know of the server beforehand. */
export interface ClientOptions {
  /** PEM file of the only certificate that it trusts. */
  readonly certificateFile?: string;
}

export interface InstalledClient {
  readonly name: string;
  /** What has to be installed first; undefined when it can run. */
  readonly missing: string | undefined;
  start(options?: ClientOptions): Client;
}
