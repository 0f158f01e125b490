import { QuickXorHash } from '../../../subgraphs/drive/items/content/quick-xor-hash.js';

export interface SimulatedItem {
  id: string;
  name: string;
  parentId: string | null;
  /** Undefined for a folder. */
  content: Buffer | undefined;
  version: number;
  sequence: number;
  isDeleted: boolean;
  /** The application may not read it. */
  isHidden: boolean;
  /** Description of the malware in it. */
  malware?: string;
}

/** The content of the simulated site, with a sequence number for each change. */
export class SiteContent {
  readonly items = new Map<string, SimulatedItem>();
  readonly rootId = '01ROOT';
  sequence = 0;
  #nextId = 0;

  constructor() {
    this.items.set(this.rootId, this.#item({ id: this.rootId, name: 'root', parentId: null, content: undefined }));
  }

  addFolder(name: string, parentId = this.rootId): string {
    return this.#add({ name, parentId, content: undefined });
  }

  addFile(name: string, content: Buffer | string, parentId = this.rootId): string {
    return this.#add({ name, parentId, content: Buffer.from(content) });
  }

  write(id: string, content: Buffer | string): void {
    const item = this.#touch(id);
    item.content = Buffer.from(content);
    item.version++;
  }

  rename(id: string, name: string): void {
    this.#touch(id).name = name;
  }

  move(id: string, parentId: string): void {
    this.#touch(id).parentId = parentId;
  }

  /** Marks an item as changed without changing it. */
  touch(id: string): void {
    this.#touch(id);
  }

  /** Reports malware in a file; undefined: reports no malware any more. */
  infect(id: string, malware: string | undefined): void {
    const item = this.#touch(id);
    if (malware === undefined) delete item.malware;
    else item.malware = malware;
  }

  /** Removes the application's permission for an item, or grants it again. */
  hide(id: string, isHidden = true): void {
    this.#touch(id).isHidden = isHidden;
  }

  /** Deletes an item and everything below it. `named` false: reports only the item itself, like some sites. */
  remove(id: string, options: { named?: boolean } = {}): void {
    for (const child of this.items.values()) {
      if (child.parentId !== id || child.isDeleted) continue;
      if (options.named === false) this.#forget(child.id);
      else this.remove(child.id);
    }
    this.#touch(id).isDeleted = true;
  }

  /**
   * The changes after a sequence number, in order, as a delta query with these preferences reports them: items that the
   * application may not read are omitted, or reported as deleted on request; items that it may read below folders that
   * it may not read are reported on request.
   */
  changesSince(sequence: number, preferences: readonly string[] = []): SimulatedItem[] {
    return [...this.items.values()]
      .filter((item) => item.sequence > sequence)
      .sort((one, other) => one.sequence - other.sequence)
      .filter((item) => !item.isHidden || preferences.includes('deltashowremovedasdeleted'))
      .filter((item) => !this.#isBelowHidden(item) || preferences.includes('deltatraversepermissiongaps'))
      .map((item) => (item.isHidden ? { ...item, isDeleted: true } : item));
  }

  /** Every file by its current path. */
  files(): Map<string, Buffer> {
    const files = new Map<string, Buffer>();
    for (const item of this.items.values()) {
      if (!item.isDeleted && item.content !== undefined) files.set(this.pathOf(item), item.content);
    }
    return files;
  }

  /** The paths of all folders. */
  folders(): string[] {
    return [...this.items.values()]
      .filter((item) => !item.isDeleted && item.content === undefined && item.id !== this.rootId)
      .map((item) => this.pathOf(item))
      .sort();
  }

  pathOf(item: SimulatedItem): string {
    const parent = item.parentId === null ? undefined : this.items.get(item.parentId);
    if (parent === undefined) return '';
    return `${this.pathOf(parent)}/${item.name}`;
  }

  #isBelowHidden({ parentId }: SimulatedItem): boolean {
    const parent = parentId === null ? undefined : this.items.get(parentId);
    return parent !== undefined && (parent.isHidden || this.#isBelowHidden(parent));
  }

  #add(facts: Pick<SimulatedItem, 'name' | 'parentId' | 'content'>): string {
    const id = `01ITEM${(++this.#nextId).toString().padStart(8, '0')}`;
    this.items.set(id, this.#item({ id, ...facts }));
    return id;
  }

  #item(facts: Pick<SimulatedItem, 'id' | 'name' | 'parentId' | 'content'>): SimulatedItem {
    return { ...facts, version: 1, sequence: ++this.sequence, isDeleted: false, isHidden: false };
  }

  #touch(id: string): SimulatedItem {
    const item = this.items.get(id);
    if (item === undefined) throw new Error(`the site has no item ${id}`);
    item.sequence = ++this.sequence;
    return item;
  }

  #forget(id: string): void {
    for (const child of [...this.items.values()]) if (child.parentId === id) this.#forget(child.id);
    this.items.delete(id);
  }
}

/** An item in the format of a delta query. */
export function driveItem(item: SimulatedItem): Record<string, unknown> {
  const { id, name, parentId, content, version, sequence, isDeleted } = item;
  const parentReference = { driveId: 'b!drive', ...(parentId === null ? {} : { id: parentId }) };
  if (isDeleted)
    return { '@odata.type': '#microsoft.graph.driveItem', id, parentReference, deleted: { state: 'deleted' } };
  const common = {
    '@odata.type': '#microsoft.graph.driveItem',
    id,
    name,
    parentReference,
    eTag: `"{${id}},${sequence}"`,
    cTag: `"c:{${id}},${version}"`,
    size: content?.length ?? 0,
    webUrl: `https://contoso.example/sites/security/${encodeURIComponent(name)}`,
    createdDateTime: '2026-01-01T00:00:00Z',
    lastModifiedDateTime: new Date(Date.UTC(2026, 0, 1) + sequence * 1000).toISOString(),
    lastModifiedBy: { user: { displayName: 'Ada Analyst', email: 'ada@contoso.example' } },
    fileSystemInfo: { createdDateTime: '2026-01-01T00:00:00Z' },
  };
  if (parentId === null) return { ...common, root: {}, folder: { childCount: 0 } };
  if (content === undefined) return { ...common, folder: { childCount: 0 } };
  const malware = item.malware === undefined ? {} : { malware: { description: item.malware } };
  const hashes = { quickXorHash: new QuickXorHash().update(content).digest() };
  return { ...common, ...malware, file: { mimeType: 'application/octet-stream', hashes } };
}
