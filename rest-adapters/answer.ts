/** A complete HTTP answer. The body is JSON text. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export const jsonContentType = 'application/json';
