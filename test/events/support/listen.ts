import { onTestFinished } from 'vitest';

/** A message of an event stream. */
export interface Message {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type
  readonly data: any;
}

/** A client of `/events`, which parses streams by the HTML standard (section 9.2.6). */
export class Listener {
  readonly messages: Message[] = [];
  /** The id from which the client would resume. */
  lastId = '';
  isOver = false;
  readonly #abort = new AbortController();
  #waiting: (() => void)[] = [];

  static async open(
    url: string,
    options: { token?: string; cookie?: string; lastId?: string } = {},
  ): Promise<Listener> {
    const listener = new Listener();
    const response = await fetch(url, {
      headers: {
        accept: 'text/event-stream',
        ...(options.cookie && { cookie: options.cookie, 'x-rampart-session': '1' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...(options.lastId && { 'last-event-id': options.lastId }),
      },
      signal: listener.#abort.signal,
    });
    if (response.status !== 200 || response.body === null) {
      throw new Error(`${response.status} ${await response.text()}`);
    }
    onTestFinished(() => listener.close());
    void listener.#read(response.body).catch(() => listener.#end());
    return listener;
  }

  /** The messages of these events so far; default: all except those of the gateway. */
  messagesOf(event?: string): Message[] {
    const gatewayEvents = ['ready', 'reset', 'end'];
    return this.messages.filter((message) =>
      event === undefined ? !gatewayEvents.includes(message.event) : message.event === event,
    );
  }

  /** Waits until the messages satisfy the condition. */
  async waitFor(isSatisfied: (messages: readonly Message[]) => boolean): Promise<void> {
    while (!isSatisfied(this.messages)) {
      if (this.isOver) throw new Error(`the stream ended after the messages ${JSON.stringify(this.messages)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async waitForEnd(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let buffered = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (buffered + chunk).split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#wake();
    }
    this.#end();
  }

  #take(block: string): void {
    const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s));
    const field = (name: string): string | undefined => fields.find(([key]) => key === name)?.[1];
    this.lastId = field('id') ?? this.lastId;
    const data = field('data');
    if (data === undefined) return;
    this.messages.push({ id: this.lastId, event: field('event') ?? 'message', data: JSON.parse(data) });
  }

  #end(): void {
    this.isOver = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
