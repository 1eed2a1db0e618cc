import net, { type AddressInfo } from 'node:net';

/** A mail as the server received it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

export interface MailServer {
  url: string;
  taken: TakenMail[];
  /** Returns the status for a recipient; 250 by default. */
  answerTo: (address: string) => string;
  close(): Promise<void>;
}

/** Starts a mail server that implements enough SMTP to receive mails, and stores them. */
export async function aMailServer(): Promise<MailServer> {
  const open = new Set<net.Socket>();
  const server: MailServer = { url: '', taken: [], answerTo: () => '250 ok', close: async () => {} };
  const listener = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    let mail: TakenMail = { from: '', to: [], raw: '' };
    let inBody = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 correio.example');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = rest.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          server.taken.push({ ...mail, raw: line.replace(/^\.\./gm, '.') });
          mail = { from: '', to: [], raw: '' };
          inBody = false;
          say('250 2.0.0 guardado');
        } else if (/^EHLO|^HELO/i.test(line)) say('250 correio.example');
        else if (/^STARTTLS/i.test(line)) say('502 5.5.1 not here');
        else if (/^MAIL FROM:/i.test(line)) {
          mail.from = /<([^>]*)>/.exec(line)?.[1] ?? '';
          say('250 ok');
        } else if (/^RCPT TO:/i.test(line)) {
          const to = /<([^>]*)>/.exec(line)?.[1] ?? '';
          const answer = server.answerTo(to);
          if (answer.startsWith('250')) mail.to.push(to);
          say(answer);
        } else if (/^DATA/i.test(line)) {
          inBody = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  server.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  server.close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => listener.close(() => resolve()));
  };
  return server;
}

/** A parsed mail: its headers unfolded and decoded, and its two bodies decoded. */
export interface OpenedMail {
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** Parses a mail as a mail program would. */
export function openMail(raw: string): OpenedMail {
  const [head = '', ...parts] = raw.split(/\r?\n\r?\n/);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const bodies: Record<string, string> = {};
  for (const part of boundary ? parts.join('\r\n\r\n').split(`--${boundary}`) : []) {
    const [partHead = '', ...body] = part.trimStart().split(/\r?\n\r?\n/);
    const own = headersOf(partHead);
    const type = own['content-type']?.split(';')[0];
    if (type) bodies[type] = decoded(body.join('\r\n\r\n'), own['content-transfer-encoding'] ?? '');
  }
  return { headers, text: bodies['text/plain'] ?? '', html: bodies['text/html'] ?? '', raw };
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), wordsOf(line.slice(at + 1).trim())];
    }),
  );
}

/** Decodes the encoded words of RFC 2047. */
const wordsOf = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : decodedLatin(text.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());

const decodedLatin = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  return Buffer.from(decodedLatin(body.replace(/=\r?\n/g, '')), 'latin1').toString();
}
