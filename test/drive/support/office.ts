import { createCipheriv, createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { SiteContent } from '../../support/document-site/site-content.js';

/** A text with a length and content that depend on the seed. */
function textOf(seed: number): string {
  return Array.from(
    { length: 200 + (seed % 7) * 100 },
    (_, index) => `clause-${(seed * 31 + index * 7919) % 9973}`,
  ).join(' ');
}

function document(seed: number): Buffer {
  return Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), deflateRawSync(textOf(seed))]);
}

function photo(seed: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), deflateRawSync(textOf(seed))]);
}

const kinds = [
  ['notes', 'txt', (seed: number) => Buffer.from(textOf(seed))],
  ['contract', 'docx', document],
  ['photo', 'jpg', photo],
] as const;

/** A file of an office: texts, documents and photos alternate. */
function officeFile(seed: number): { name: string; content: Buffer } {
  const [name, extension, make] = kinds[seed % kinds.length] ?? kinds[0];
  return { name: `${name}-${seed}.${extension}`, content: make(seed) };
}

export interface OfficeFolder {
  readonly id: string;
  readonly files: string[];
}

/** Folders of an office with files. */
export function addOffice(content: SiteContent, options: { folders: number; filesEach: number }): OfficeFolder[] {
  return Array.from({ length: options.folders }, (_, folder) => {
    const id = content.addFolder(`Department ${folder}`);
    const files = Array.from({ length: options.filesEach }, (_, file) => {
      const added = officeFile(folder * options.filesEach + file);
      return content.addFile(added.name, added.content, id);
    });
    return { id, files };
  });
}

/** Encrypts a file as ransomware does, under the same id. */
export function encryptFile(content: SiteContent, id: string, extension = '.locked'): void {
  const item = content.items.get(id);
  if (item === undefined) throw new Error(`there is no item ${id}`);
  content.write(id, cipherOf(item.content ?? Buffer.alloc(0), id));
  if (extension !== '') content.rename(id, `${item.name}${extension}`);
}

export function cipherOf(plaintext: Buffer, id: string): Buffer {
  const key = createHash('sha256').update(id).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(plaintext);
}

/** Bulk changes in an office; each function performs one. */
function bulkWork(content: SiteContent, folders: readonly OfficeFolder[]): (() => void)[] {
  const filesOf = (...numbers: number[]) => numbers.flatMap((number) => folders[number]?.files ?? []);
  const bytesOf = (id: string) => content.items.get(id)?.content ?? Buffer.alloc(0);
  return [
    function editHereAndThere() {
      for (const [index, id] of filesOf(0, 1, 3, 5).entries()) {
        if (index % 10 === 0) content.write(id, officeFile(900 + index).content);
      }
    },
    function uploadPhotosAndEncryptedBackups() {
      const upload = content.addFolder('Trip');
      for (let index = 0; index < 150; index++) content.addFile(`IMG_${index}.jpg`, photo(index), upload);
      for (let index = 0; index < 50; index++)
        content.addFile(`backup-${index}.vbk`, cipherOf(photo(index), `${index}`), upload);
    },
    function moveAFolder() {
      content.move(folders[0]?.id ?? '', folders[1]?.id ?? '');
    },
    function moveFilesByUploadingAndDeletingThem() {
      const archive = content.addFolder('Archive');
      for (const id of filesOf(2)) {
        content.addFile(content.items.get(id)?.name ?? '', bytesOf(id), archive);
        content.remove(id);
      }
    },
    function editAllDocumentsOfSomeDepartments() {
      for (const [index, id] of filesOf(4, 5, 6, 7).entries()) content.write(id, officeFile(3001 + 3 * index).content);
    },
    function renameFiles() {
      for (const [index, id] of filesOf(8).entries()) {
        content.rename(id, `2026-${index}.${index % 3 === 0 ? 'markdown' : 'jpeg'}`);
      }
    },
    function deleteAProjectThatIsOver() {
      content.remove(folders[9]?.id ?? '');
    },
    function uploadAWebsiteWithTheSameNameInEachFolder() {
      for (let page = 0; page < 40; page++) content.addFile('index.html', '<p>', content.addFolder(`page-${page}`));
    },
    function encryptTenFilesForAColleague() {
      for (const id of filesOf(1).slice(0, 10)) encryptFile(content, id, '.gpg');
    },
  ];
}

/** A piece of work, and the seconds until the next one. */
interface Work {
  readonly seconds: number;
  run(): void;
}

/**
 * What ten people of an office do from 8 to 18 o'clock: in half an hour, they edit 15 files and add three, so each
 * person edits 30 files a day. Each hour, they rename, move and delete a file, and do a large piece of work. At night,
 * nothing happens.
 */
export function dayOfWork(content: SiteContent, folders: readonly OfficeFolder[]): Work[] {
  const bulk = bulkWork(content, folders);
  let seed = 10_000;
  const files = () => [...content.items.values()].filter((item) => !item.isDeleted && item.content !== undefined);
  /** A pseudorandom number below `count`, the same in each run. */
  const randomBelow = (count: number) => createHash('sha256').update(String(++seed)).digest().readUInt32BE() % count;
  const anyFile = () => files()[randomBelow(files().length)]?.id ?? '';
  const anyFolder = () => folders[randomBelow(8)]?.id ?? '';
  function editAndAdd(): void {
    for (let edits = 0; edits < 15; edits++) content.write(anyFile(), officeFile(++seed).content);
    for (let adds = 0; adds < 3; adds++) {
      const added = officeFile(++seed);
      content.addFile(added.name, added.content, anyFolder());
    }
  }
  function tidy(): void {
    content.rename(anyFile(), officeFile(++seed).name);
    content.move(anyFile(), anyFolder());
    content.remove(anyFile());
  }
  const day = Array.from({ length: 20 }, (_, step) => ({
    seconds: 1800,
    run() {
      editAndAdd();
      if (step % 2 === 0) tidy();
      else bulk[(step - 1) / 2]?.();
    },
  }));
  const night = (hours: number) => ({ seconds: hours * 3600, run: () => undefined });
  return [night(8), ...day, night(6)];
}
