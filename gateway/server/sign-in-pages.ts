import type { FastifyReply } from 'fastify';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.3rem}';

/** A page that is shown during a sign-in, and needs no script. */
export interface SignInPage {
  readonly status: number;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly path: string; readonly text: string };
  /** Whether the browser opens the page's link automatically. */
  readonly opensLink?: boolean;
}

export async function sendSignInPage(reply: FastifyReply, page: SignInPage): Promise<void> {
  const { status, title, paragraphs, link, opensLink = false } = page;
  const refresh = opensLink ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(link.path)}">` : '';
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  await reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy)
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Rampart</title>${refresh}<style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${text}<p><a href="${escapeHtml(link.path)}">${escapeHtml(link.text)}</a></p></main></body></html>\n`,
    );
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');
}
