/** A block of commands in a page, and the output that the page shows. */
export interface ShellBlock {
  readonly line: number;
  readonly commands: string;
  /** Undefined if the page shows none. */
  readonly output: string | undefined;
}

const fencePattern = /^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$/gm;

/** The command blocks of a Markdown page, in order. A following plain block is the output. */
export function shellBlocks(page: string): ShellBlock[] {
  const blocks = [...page.matchAll(fencePattern)];
  return blocks.flatMap((block, index) => {
    if (block.groups?.language !== 'sh') return [];
    const next = blocks[index + 1];
    const end = block.index + block[0].length;
    const isOutput = next !== undefined && next.groups?.language !== 'sh' && page.slice(end, next.index).trim() === '';
    return [
      {
        line: page.slice(0, block.index).split('\n').length,
        commands: block.groups.text ?? '',
        output: isOutput ? next.groups?.text : undefined,
      },
    ];
  });
}

/**
 * The parts of an output that do not change between runs: the fields of JSON, or text without numbers and column
 * widths.
 */
export function shapeOf(output: string): unknown {
  try {
    return shapeOfValue(JSON.parse(output));
  } catch {
    return output
      .trim()
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/\s+/g, ' ')
          .replace(/[\d.,:]*\d/g, '0'),
      );
  }
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOfValue);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, fieldValue]) => [name, shapeOfValue(fieldValue)]));
}
