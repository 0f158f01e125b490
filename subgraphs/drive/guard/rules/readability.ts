/**
 * Thresholds of unreadable content; sizes in bytes, entropy in bits per byte. Chi-square of random bytes is 255 on
 * average with a standard deviation of 23, so 400 is more than six deviations above it. Formats without a known
 * signature may have a plain header before random bytes; for these, the entropy decides if there are at least
 * `minEntropyBytes`.
 */
export const unreadableLimits = { minBytes: 128, maxChiSquare: 400, minEntropyBytes: 4096, minEntropy: 7.5 };

/**
 * Extensions of file types that are text or have a known format. Content that was stored without a profile counts as
 * readable if its file has one of them.
 */
export const readableExtensions: readonly string[] = [
  ...['.txt', '.md', '.csv', '.json', '.xml', '.html', '.htm', '.rtf', '.log', '.ini', '.yaml', '.yml', '.eml', '.svg'],
  ...['.pdf', '.doc', '.docx', '.docm', '.xls', '.xlsx', '.xlsm', '.ppt', '.pptx', '.odt', '.ods', '.odp', '.msg'],
  ...[
    '.jpg',
    '.jpeg',
    '.png',
    '.gif',
    '.bmp',
    '.tif',
    '.tiff',
    '.webp',
    '.psd',
    '.mp3',
    '.mp4',
    '.mov',
    '.avi',
    '.wav',
  ],
  ...['.zip', '.7z', '.rar', '.gz', '.sqlite', '.mdb', '.accdb', '.pst', '.dwg', '.vsd', '.vsdx', '.exe', '.dll'],
];
