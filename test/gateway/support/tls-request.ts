import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';

export interface TlsResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** SHA-256 fingerprint of the connection's certificate; undefined without TLS. */
  readonly fingerprint: string | undefined;
}

export interface TlsRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** PEM of the trusted certificates; undefined to trust any. */
  readonly trusted?: string;
  /** The client certificate and its key (PEM). */
  readonly client?: { readonly cert: string; readonly key: string };
}

/** Sends a request with exactly these headers on a separate connection, over HTTPS or HTTP depending on the URL. */
export function sendTls(url: string, options: TlsRequest = {}): Promise<TlsResponse> {
  const { method = 'GET', headers, body, trusted, client } = options;
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const trust = trusted === undefined ? { rejectUnauthorized: false } : { ca: trusted };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, ...trust, ...client }, (response) => {
      const { socket } = response;
      const certificate = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate() : undefined;
      text(response).then(
        (content) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: content,
            fingerprint: certificate?.fingerprint256,
          }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
