/** Characters that names on a document site cannot have; control characters and what no UTF-8 was are no names either. */
const forbidden = /["*:<>?/\\|\p{Cc}\ufffd]/u;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini|_vti_.*|~\$.*)$/i;
const longest = 255;

/** Whether a file or folder of this name can be on a document site. */
export function isItemName(name: string): boolean {
  if (name === '' || name.length > longest || forbidden.test(name) || !name.isWellFormed()) return false;
  return !reserved.test(name) && !/^\s|[\s.]$/.test(name) && !name.includes('_vti_');
}

/** The same for all names of a folder that a document site takes for one: it looks neither at case nor at how accents are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
