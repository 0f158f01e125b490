import { readFileSync } from 'node:fs';

const registry = new URL('../../../subgraphs/zones/rdap/service/bootstrap-dns.json', import.meta.url);

/** Top-level domains in ASCII, whose names are words in many languages. Ordinary names are composed of them. */
function realNames(): string[] {
  const { services } = JSON.parse(readFileSync(registry, 'utf8')) as { services: string[][][] };
  return services.flatMap(([names = []]) => names).filter((name) => /^[a-z]{3,12}$/.test(name));
}

/**
 * Domains as an import of a zone adds them, with the campaign that registered each one; ordinary names have no
 * campaign.
 */
export interface LabeledDay {
  /** Nameserver by label. */
  readonly names: ReadonlyMap<string, string>;
  readonly campaignOf: ReadonlyMap<string, string>;
}

/** The nameserver of a hosting provider with half of all ordinary names, which some campaigns use too. */
export const largeProvider = 'ns1.provider0.example.';

/** Generates ordinary names and campaigns; equal seeds yield equal names. */
export class RegistrationGenerator {
  readonly #words = realNames();
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 (inclusive) to the limit (exclusive). */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  word(): string {
    return this.#words[this.below(this.#words.length)] ?? '';
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }

  /** Ordinary names with their nameservers. One provider has half of them. */
  ordinaryNames(count: number): Map<string, string> {
    const randomName = () => {
      const kind = this.below(20);
      if (kind < 9) return this.word() + this.word();
      if (kind < 13) return `${this.word()}-${this.word()}`;
      if (kind < 15) return this.word() + this.below(1000);
      if (kind < 17) return this.text('aeiou', 1) + this.text('bdlmnrst', 1) + this.word();
      if (kind < 18) return this.text('abcdefghijklmnopqrstuvwxyz', 4);
      return this.word() + this.word() + this.word();
    };
    const provider = () => `ns1.provider${Math.max(0, this.below(60) - 30)}.example.`;
    return new Map(Array.from({ length: count }, () => [randomName(), provider()]));
  }

  /**
   * Ordinary names, and campaigns of each kind: on the provider with most ordinary names, and on their own nameservers.
   */
  day(ordinary: number): LabeledDay {
    const names = this.ordinaryNames(ordinary);
    const campaignOf = new Map<string, string>();
    for (const [index, [name, labels]] of Object.entries(this.#campaigns()).entries()) {
      const nameserver = index % 2 === 0 ? largeProvider : `ns1.campaign${index}.example.`;
      for (const label of labels) {
        names.set(label, nameserver);
        campaignOf.set(label, name);
      }
    }
    return { names, campaignOf };
  }

  #campaigns(): Record<string, string[]> {
    const repeat = (count: number, name: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => name(index));
    const typingErrorsOf = (name: string) =>
      [...name].flatMap((_, index) => [
        name.slice(0, index) + name.slice(index + 1),
        name.slice(0, index) + this.text('bcdfgmpz', 1) + name.slice(index + 1),
      ]);
    return {
      numbered: repeat(40, (index) => `secure-login-${index + 1}`),
      numberedAlone: repeat(12, () => `bt${this.below(90_000) + 10_000}`),
      beginning: repeat(30, () => `northwind${this.word()}`),
      end: repeat(25, () => `${this.word()}-verification`),
      middle: repeat(40, () => `${this.word()}-contoso-${this.word()}`),
      letters: repeat(40, () => this.text('bcdfghjklmnpqrstvwxyzaeiou', 12)),
      lettersAndDigits: repeat(60, () => this.text('abcdefghijklmnopqrstuvwxyz0123456789', 10)),
      lettersAlone: repeat(25, () => this.text('bcdfghjklmnpqrstvwxyz', 9)),
      digits: repeat(40, () => String(this.below(90_000) + 10_000)),
      typingErrors: typingErrorsOf('fabrikam'),
      small: repeat(8, () => `globex-support-${this.word()}`),
      smallAlone: repeat(6, () => `initech${this.word()}`),
    };
  }
}
