/** One block of a stream of server-sent events. */
export interface StreamMessage {
  /** Where to go on after it; undefined where it does not say. Signs of life say it too. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Gathers the pieces of a stream into its blocks, as the HTML standard says (section 9.2.6). */
export class StreamReader {
  #text = '';

  /** The blocks that this piece completes. */
  read(piece: string): StreamMessage[] {
    const blocks = (this.#text + piece).split(/\r\n\r\n|\n\n|\r\r/);
    this.#text = blocks.pop() ?? '';
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
