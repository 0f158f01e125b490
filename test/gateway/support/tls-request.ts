import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';

export interface TlsResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of the connection's certificate, where it has one: SHA-256. */
  readonly fingerprint: string | undefined;
}

export interface TlsRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** PEM of the certificates that the client trusts; undefined: it trusts everybody. */
  readonly trusted?: string;
  /** The certificate with which the client presents itself, and its key (PEM). */
  readonly client?: { readonly cert: string; readonly key: string };
}

/** A request with exactly these headers on a connection of its own, over HTTPS or HTTP as the URL says. */
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
