/** A complete HTTP answer. The body is JSON text unless `contentType` says otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: string;
}

export const jsonContentType = 'application/json';
