/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** The id to resume after, if the message has one. Heartbeats can have one too. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Parses a stream of server-sent events from its chunks (HTML standard, section 9.2.6). */
export class StreamReader {
  #buffer = '';

  /** Returns the messages that this chunk completes. */
  read(chunk: string): StreamMessage[] {
    const blocks = (this.#buffer + chunk).split(/\r\n\r\n|\n\n|\r\r/);
    this.#buffer = blocks.pop() ?? '';
    return blocks.map(messageOf);
  }
}

function messageOf(block: string): StreamMessage {
  const values: Record<string, string[]> = {};
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    values[name] = [...(values[name] ?? []), value];
  }
  return { id: values.id?.at(-1), event: values.event?.at(-1) ?? 'message', data: (values.data ?? []).join('\n') };
}
