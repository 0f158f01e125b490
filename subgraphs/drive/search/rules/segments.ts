/** A part of a snippet; parts that match the query alternate with others. */
export interface TextSegment {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters around matches in headlines of the database. No stored text has control characters. */
export const matchMarks = { start: '\u0002', end: '\u0003' } as const;

/** The parts of a headline with marks around its matches, with single spaces. */
export function segmentsOf(headline: string): TextSegment[] {
  const parts = headline.replaceAll(/\s+/g, ' ').trim().split(matchMarks.start);
  return parts
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, isMatch: false }];
      const [match = '', rest = ''] = part.split(matchMarks.end);
      return [
        { text: match, isMatch: true },
        { text: rest, isMatch: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
