/** A part of a snippet that either matches the query or does not. */
export interface TextSegment {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Characters that mark matches in headlines from the database. They cannot occur in stored texts, which contain no such
 * control characters.
 */
export const highlightDelimiters = { start: '\u0002', end: '\u0003' } as const;

/** Splits a headline with marked matches into segments, and collapses its white space. */
export function segmentsOf(headline: string): TextSegment[] {
  const parts = headline.replaceAll(/\s+/g, ' ').trim().split(highlightDelimiters.start);
  return parts
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, isMatch: false }];
      const [match = '', rest = ''] = part.split(highlightDelimiters.end);
      return [
        { text: match, isMatch: true },
        { text: rest, isMatch: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
