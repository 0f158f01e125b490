import { BrandHitKind, type BrandMatcher, type WatchedBrand } from '../../brands/index.js';

/** A certificate name that imitates a brand. */
export interface NameMatch {
  /** Index of the brand. */
  readonly brand: number;
  /** The certificate name without a leading `*.`. */
  readonly name: string;
  /** Zone of the registered domain. */
  readonly zone: string;
  /** The registered domain without its zone. */
  readonly label: string;
  readonly kind: BrandHitKind;
  readonly distance: number;
}

/**
 * Finds the registered domain of a name: the label below the longest known zone or, if no zone is known, below the TLD.
 */
export class RegisteredDomainSplitter {
  readonly #zones: ReadonlySet<string>;

  /** @param zones names of the known zones */
  constructor(zones: readonly string[]) {
    this.#zones = new Set(zones);
  }

  /** Splits a name into the longest known zone, otherwise the TLD, and the labels below it; undefined for a TLD. */
  split(name: string): { zone: string; subdomain: string } | undefined {
    for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) {
      const zone = name.slice(at + 1);
      if (this.#zones.has(zone) || !zone.includes('.')) return { zone, subdomain: name.slice(0, at) };
    }
    return undefined;
  }
}

/**
 * Compares names with brands: first their registered domain, as in zones, then all labels below the zone. A name that
 * matches only by the labels before its registered domain has the kind SUBDOMAIN.
 */
export function matchNames(
  {
    matcher,
    brands,
    domains,
  }: { matcher: BrandMatcher; brands: readonly WatchedBrand[]; domains: RegisteredDomainSplitter },
  names: readonly string[],
): NameMatch[] {
  const unique = new Set(names.map((name) => name.replace(/^\*\./, '')));
  return [...unique].flatMap((name): NameMatch[] => {
    const split = domains.split(name);
    if (split === undefined) return [];
    const { zone, subdomain: below } = split;
    const label = below.slice(below.lastIndexOf('.') + 1);
    const zoneName = { zone, suffix: `.${zone}` };
    const matches = matcher.match({ label, ...zoneName }).filter(({ brand }) => !isAllowed(brands[brand], name));
    const matchedBrands = new Set(matches.map(({ brand }) => brand));
    const hosts = below === label ? [] : matcher.match({ label: below, ...zoneName });
    const others = hosts
      .filter(({ brand }) => !matchedBrands.has(brand) && brands[brand]?.kinds.includes(BrandHitKind.SUBDOMAIN))
      .map((match) => ({ ...match, kind: BrandHitKind.SUBDOMAIN }));
    return [...matches, ...others].map(({ brand, kind, distance }) => ({ brand, name, zone, label, kind, distance }));
  });
}

function isAllowed(brand: WatchedBrand | undefined, name: string): boolean {
  return brand?.allowedNames.some((allowed) => name === allowed || name.endsWith(`.${allowed}`)) ?? true;
}
