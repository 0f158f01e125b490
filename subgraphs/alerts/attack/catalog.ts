import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../platform/project-root.js';

/** A tactic of MITRE ATT&CK: the goal of a technique. */
export interface Tactic {
  /** Identifier, such as TA0002. */
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** A technique or sub-technique of MITRE ATT&CK, or a placeholder for an identifier that ATT&CK does not contain. */
export interface Technique {
  /** Identifier, such as T1059 or T1059.001. */
  readonly id: string;
  /** Name of the technique. Like `url`, it is null if ATT&CK does not contain the identifier. */
  readonly name: string | null;
  readonly url: string | null;
  readonly tactics: readonly Tactic[];
  /** The parent of a sub-technique; null for a technique. */
  readonly parent: Technique | null;
  /** Whether MITRE revoked or deprecated the technique. */
  readonly isRetired: boolean;
  /** The technique that replaces a revoked technique; null if none does. */
  readonly replacedBy: Technique | null;
}

interface PackagedData {
  readonly version: string;
  readonly notice: string;
  readonly tactics: readonly { readonly id: string; readonly name: string }[];
  readonly techniques: readonly {
    readonly id: string;
    readonly name: string;
    readonly tactics: readonly string[];
    readonly isRetired?: boolean;
    readonly replacedBy?: string;
  }[];
}

/**
 * A tactic or technique (`id`), and a tactic or technique (`group`) whose alert count includes the alerts of `id`. A
 * tactic includes itself.
 */
export interface Membership {
  readonly id: string;
  readonly group: string;
}

export interface Catalog {
  /** Version of ATT&CK for Enterprise, such as 18.1. */
  readonly version: string;
  /** The copyright notice that MITRE's license requires. */
  readonly notice: string;
  /** The tactics, in the order of the ATT&CK matrix. */
  readonly tactics: readonly Tactic[];
  /** Finds a tactic by its identifier. Alerts can name a tactic instead of a technique. */
  tactic(id: string): Tactic | undefined;
  /** The techniques and sub-techniques, sorted by identifier. */
  readonly techniques: readonly Technique[];
  /** Finds a technique by its identifier; a placeholder without a name if ATT&CK does not contain the identifier. */
  technique(id: string): Technique;
  readonly memberships: readonly Membership[];
  /**
   * The identifier of a tactic or technique, those of the techniques and sub-techniques in it, and those of the retired
   * techniques that they replaced. Undefined for an identifier that ATT&CK does not contain.
   */
  idsWithin(id: string): readonly string[] | undefined;
}

const file = join(projectRoot, 'subgraphs/alerts/attack/enterprise-attack.json');
let loaded: Catalog | undefined;

/** Returns the packaged ATT&CK for Enterprise, loaded on first use. `scripts/attack-data.mjs` generates the file. */
export function attackCatalog(): Catalog {
  loaded ??= catalogOf(JSON.parse(readFileSync(file, 'utf8')) as PackagedData); // The file is part of this package.
  return loaded;
}

function catalogOf({ version, notice, ...data }: PackagedData): Catalog {
  const tactics = data.tactics.map(({ id, name }) => ({ id, name, url: `https://attack.mitre.org/tactics/${id}/` }));
  const tacticById = new Map(tactics.map((tactic) => [tactic.id, tactic]));
  const byId = new Map<string, Mutable<Technique>>();
  for (const { id, name, tactics: ids, isRetired = false } of data.techniques) {
    const url = `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`;
    const tactics = ids.map((tactic) => tacticById.get(tactic)).filter((tactic) => tactic !== undefined);
    byId.set(id, { id, name, url, tactics, parent: null, isRetired, replacedBy: null });
  }
  for (const { id, replacedBy } of data.techniques) {
    const technique = byId.get(id);
    if (technique === undefined) continue;
    technique.parent = id.includes('.') ? (byId.get(id.slice(0, id.indexOf('.'))) ?? null) : null;
    technique.replacedBy = replacedBy === undefined ? null : (byId.get(replacedBy) ?? null);
  }
  const techniques: readonly Technique[] = [...byId.values()];
  const memberships = [...tactics.map(({ id }) => ({ id, group: id })), ...groupsOf(techniques)];
  const members = Map.groupBy(memberships, ({ group }) => group);
  return {
    version,
    notice,
    tactics,
    tactic: (id) => tacticById.get(id),
    techniques,
    technique: (id) => byId.get(id) ?? unknownTechnique(id),
    memberships,
    idsWithin(id) {
      const ids = members.get(id)?.map((member) => member.id);
      return ids ?? (byId.has(id) ? [id] : undefined);
    },
  };
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function unknownTechnique(id: string): Technique {
  return { id, name: null, url: null, tactics: [], parent: null, isRetired: false, replacedBy: null };
}

/**
 * Lists the groups whose alert counts include each technique: the technique, its parent and its tactics. For a revoked
 * technique, these are the groups of its replacement.
 */
function groupsOf(techniques: readonly Technique[]): readonly Membership[] {
  return techniques.flatMap((technique) => {
    const { id, parent, tactics } = resolveReplacement(technique);
    const groups = [id, parent?.id, ...tactics.map((tactic) => tactic.id)].filter((group) => group !== undefined);
    return groups.map((group) => ({ id: technique.id, group }));
  });
}

function resolveReplacement(technique: Technique): Technique {
  return technique.replacedBy === null ? technique : resolveReplacement(technique.replacedBy);
}
