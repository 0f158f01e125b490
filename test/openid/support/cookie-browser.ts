/** Follows redirects and submits forms like a browser, with cookies. Scripts do not run. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  /** The address of the last response. */
  url = '';

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } });
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const isRemoved =
        value === '' || attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
      if (isRemoved) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    this.url = url;
    return response;
  }

  /**
   * Opens an address, follows redirects, and submits the forms of the provider.
   * @param options.until a redirect to an address that contains this is returned and not followed
   */
  async open(url: string, options: { login?: string; until?: string } = {}): Promise<Response> {
    const { login = '', until } = options;
    let response = await this.send(url);
    for (let step = 0; step < 30; step++) {
      const location = response.headers.get('location');
      if (location !== null && response.status >= 300) {
        const next = new URL(location, this.url).href;
        if (until !== undefined && next.includes(until)) return response;
        response = await this.send(next);
        continue;
      }
      const html = await response.clone().text();
      const form = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html);
      if (form?.[1] === undefined || response.status !== 200) return response;
      const fields = [...(form[2] ?? '').matchAll(/name="([^"]+)"(?:[^>]*value="([^"]*)")?/g)];
      const body = new URLSearchParams(Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])));
      if (body.has('login')) body.set('login', login);
      if (body.has('password')) body.set('password', 'any');
      // The button is outside of the form.
      if (html.includes('name="logout"')) body.set('logout', 'yes');
      response = await this.send(new URL(form[1].replaceAll('&amp;', '&'), this.url).href, { method: 'POST', body });
    }
    throw new Error(`more than 30 steps from ${url}`);
  }
}
