import { Parser } from 'htmlparser2';
import type { TextSink } from './text-sink.js';

const hiddenElements = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object']);
const inlineElements = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Reads the text of an HTML document, except that in `hiddenElements`. Block elements end the current line. */
export function readHtml(html: string, sink: TextSink): void {
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (hiddenElements.has(name)) hiddenDepth++;
      else if (name === 'td' || name === 'th') sink.add('\t');
      else if (!inlineElements.has(name)) sink.endLine();
    },
    ontext(text) {
      if (hiddenDepth === 0) sink.add(text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (hiddenElements.has(name)) hiddenDepth--;
      else if (!inlineElements.has(name) && name !== 'td' && name !== 'th') sink.endLine();
    },
  });
  parser.write(html);
  parser.end();
}
