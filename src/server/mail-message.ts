import { domainToASCII } from 'node:url';

/** A mail to be written as a message. All texts are single lines, but for `text` and `html`. */
export interface MailParts {
  from: { name: string; address: string };
  /** Only the address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Unique, and the same at each attempt to send the mail: letters and digits. */
  id: string;
  /** The domain that names it. */
  host: string;
  /** Further headers. */
  headers: Readonly<Record<string, string>>;
}

/** The message as it travels (RFC 5322, with both texts as alternatives): lines of ASCII, but for what an address has else. */
export function messageOf({ from, to, subject, text, html, date, id, host, headers }: MailParts): string {
  const boundary = `=_${id}`;
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(body)}\r\n`;
  const head = {
    From: from.name === '' ? asciiDomain(from.address) : `${phrase(from.name)} <${asciiDomain(from.address)}>`,
    To: asciiDomain(to),
    Subject: words(subject),
    'Message-ID': `<${id}@${host}>`,
    Date: date.toUTCString().replace('GMT', '+0000'),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, words(value)])),
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="${boundary}"`,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join('')}\r\n${part('text/plain', text)}${part('text/html', html)}--${boundary}--\r\n`;
}

/** An address with a domain that every mail server reads. */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');

/** Octets of an encoded word: with the name of a header its line has 76 characters at most (RFC 2047 §2). */
const WORD = 39;

/** A header's value; other than plain ASCII as encoded words (RFC 2047), none of which cuts a character. */
function words(text: string): string {
  if (isPlain(text)) return text;
  const groups: string[] = [''];
  for (const sign of text) {
    const last = groups.at(-1) as string;
    if (Buffer.byteLength(last + sign) > WORD) groups.push(sign);
    else groups[groups.length - 1] = last + sign;
  }
  return groups.map((group) => `=?UTF-8?B?${Buffer.from(group).toString('base64')}?=`).join('\r\n ');
}

/** A name before an address. */
function phrase(name: string): string {
  if (/^[\w ]+$/.test(name)) return name;
  return isPlain(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : words(name);
}

/** Longest line, without the sign that says that it goes on. */
const LINE = 75;

/** Text that survives every mail server and stays readable (RFC 2045 §6.7). */
function quotedPrintable(text: string): string {
  return text.split(/\r?\n/).map(quotedLine).join('\r\n');
}

function quotedLine(line: string): string {
  const octets = Buffer.from(line).toString('latin1');
  const quoted = octets.replace(
    /[^\t\x20-\x3c\x3e-\x7e]|[\t ]$/g,
    (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  const lines: string[] = [];
  for (let at = 0; at < quoted.length || at === 0; ) {
    let end = at + LINE;
    // Never within the three signs of an octet.
    if (end < quoted.length) end -= quoted[end - 1] === '=' ? 1 : quoted[end - 2] === '=' ? 2 : 0;
    lines.push(quoted.slice(at, end));
    at = end;
  }
  return lines.join('=\r\n');
}
