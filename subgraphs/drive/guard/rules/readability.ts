/**
 * Limits of unreadable content. Chi-square of random bytes is 255 on average with a standard deviation of 23, so 400 is
 * more than six deviations above it. Formats without a known signature may have a plain header before random bytes; for
 * these, entropy decides if there are enough bytes.
 */
export const unreadableLimits = { minBytes: 128, maxChiSquare: 400, minEntropyBytes: 4096, minEntropy: 7.5 };

/**
 * Extensions of files whose content has a known format or is text: contents that were stored without a profile are
 * compared by them.
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
