import { asShown } from './presented.rules.ts';

/** Renders a text of a question: the server's markup if it is more than plain text, else the text. */
export function Formatted({ text, html }: { text: string; html: string | undefined }) {
  return html === undefined ? asShown(text) : <span dangerouslySetInnerHTML={{ __html: html }} />;
}
