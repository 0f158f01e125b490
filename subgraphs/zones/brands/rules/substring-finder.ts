import { foldCharacters } from './letters.js';

/** A pattern of the finder in folded characters, and its owner. */
export interface Pattern {
  readonly text: string;
  readonly owner: number;
}

/** Receives an occurrence: the owner of the pattern, its start, and the end, which is exclusive. */
export type OnOccurrence = (owner: number, start: number, end: number) => void;

/**
 * Codes of the characters that `foldCharacters` folds, with the codes that they fold to. The finder folds them itself,
 * so texts need not be folded.
 */
const foldedCodes = [...'01i'].map((each) => [each.charCodeAt(0), foldCharacters(each).charCodeAt(0)] as const);

/**
 * Finds all patterns in a text in one pass (Aho and Corasick, Communications of the ACM 18, 1975): a table contains the
 * next state for each state and character, so the time does not depend on the number of patterns.
 */
export class SubstringFinder {
  readonly #symbols = new Map<number, number>();
  readonly #ascii = new Uint16Array(128);
  readonly #width: number;
  readonly #next: Int32Array;
  /** Patterns that end in each state, including the patterns that end in its suffix states. */
  readonly #ends: (readonly Pattern[] | undefined)[];
  #states = 0;

  constructor(patterns: readonly Pattern[]) {
    for (const { text } of patterns) for (let at = 0; at < text.length; at++) this.#addSymbol(text.charCodeAt(at));
    for (const [from, to] of foldedCodes) this.#ascii[from] = this.#symbolOf(to);
    this.#width = this.#symbols.size + 1;
    const states = 1 + patterns.reduce((sum, { text }) => sum + text.length, 0);
    this.#next = new Int32Array(states * this.#width);
    this.#ends = new Array(states).fill(undefined);
    for (const pattern of patterns) this.#insert(pattern);
    this.#link();
  }

  /** Calls `onOccurrence` for each occurrence of each pattern. */
  find(text: string, onOccurrence: OnOccurrence): void {
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const transition = state * this.#width + this.#symbolOf(text.charCodeAt(at));
      state = this.#next[transition] as number; // The index is within the table.
      const ends = this.#ends[state];
      if (ends === undefined) continue;
      for (const { text: found, owner } of ends) onOccurrence(owner, at + 1 - found.length, at + 1);
    }
  }

  /** Assigns a symbol to a character. Symbol 0 represents every character that no pattern contains. */
  #addSymbol(code: number): void {
    if (this.#symbols.has(code)) return;
    const symbol = this.#symbols.size + 1;
    this.#symbols.set(code, symbol);
    if (code < 128) this.#ascii[code] = symbol;
  }

  #symbolOf(code: number): number {
    return code < 128 ? (this.#ascii[code] as number) : (this.#symbols.get(code) ?? 0); // `#ascii` has 128 entries.
  }

  #insert(pattern: Pattern): void {
    let state = 0;
    for (let at = 0; at < pattern.text.length; at++) {
      const transition = state * this.#width + this.#symbolOf(pattern.text.charCodeAt(at));
      if (this.#next[transition] === 0) this.#next[transition] = ++this.#states;
      state = this.#next[transition] as number; // Set in the previous line.
    }
    this.#ends[state] = [...(this.#ends[state] ?? []), pattern];
  }

  /** Adds the missing transitions, breadth first: each is copied from the state of the longest proper suffix. */
  #link(): void {
    const suffixes = new Int32Array(this.#states + 1);
    const queue = [0];
    for (const state of queue) {
      const row = state * this.#width;
      const suffixRow = (suffixes[state] as number) * this.#width; // `suffixes` has an entry for each state.
      for (let symbol = 0; symbol < this.#width; symbol++) {
        const child = this.#next[row + symbol] as number; // The index is within the table.
        const fallback = state === 0 ? 0 : (this.#next[suffixRow + symbol] as number);
        if (child === 0) {
          this.#next[row + symbol] = fallback;
          continue;
        }
        suffixes[child] = fallback;
        const inherited = this.#ends[fallback];
        if (inherited !== undefined) this.#ends[child] = [...(this.#ends[child] ?? []), ...inherited];
        queue.push(child);
      }
    }
  }
}
