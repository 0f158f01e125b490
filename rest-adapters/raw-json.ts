/** A value that `JSON.stringify` writes as this JSON text (ECMAScript proposal "JSON.parse source text access"). */
export const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };
