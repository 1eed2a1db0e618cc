import { expect, test } from 'vitest';
import { openMail } from '../../test/support/smtp.ts';
import { type MailParts, messageOf } from './mail-message.ts';

const PARTS: MailParts = {
  from: { name: 'Caderneta', address: 'apoio@caderneta.example' },
  to: 'teresa@familia.example',
  subject: 'Um assunto',
  text: 'Olá.',
  html: '<p>Olá.</p>',
  date: new Date('2026-03-09T10:00:00Z'),
  id: 'a1b2',
  host: 'caderneta.example',
  headers: {},
};
const written = (parts: Partial<MailParts>) => messageOf({ ...PARTS, ...parts });
const opened = (parts: Partial<MailParts>) => openMail(Buffer.from(written(parts)).toString('latin1'));

test.each([
  ['a text shorter than a line', 'A soma é 3 = 1 + 2.'],
  ['lines of every length around the longest, with octets at each place of their end', `${'a'.repeat(70)}é`],
  ['spaces and tabs at the end of lines', 'um \ndois\t\n três'],
  ['nothing', ''],
  ['a line that looks like the end of a part', '--=_a1b2--\n.\nFrom aqui'],
])('%s arrives as it was written, in short lines of ASCII', (_name, text) => {
  for (let more = 0; more < 80; more += 1) {
    const whole = 'x'.repeat(more) + text;
    const message = written({ text: whole });
    expect(message).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(Math.max(...message.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(message).not.toMatch(/[\t ]\r\n/);
    expect(message.match(/^--=_a1b2/gm)).toHaveLength(3);
    expect(opened({ text: whole }).text.replace(/\r\n$/, '').replaceAll('\r\n', '\n')).toBe(whole);
  }
});

test('a subject that is not plain is cut between characters, never within one', () => {
  for (let more = 0; more < 50; more += 1) {
    const subject = `${'x'.repeat(more)} educação 👩‍👧 de Benguela, =?utf-8?q?nada?= e mais uma vez educação`;
    const lines = written({ subject }).split('\r\nMessage-ID')[0]?.split('\r\n').slice(2) as string[];
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(76);
    const words = lines.map((line) => /=\?UTF-8\?B\?(.*)\?=$/.exec(line)?.[1] ?? '');
    expect(words.map((word) => Buffer.from(word, 'base64').toString()).join('')).toBe(subject);
  }
});

test.each([
  ['Caderneta', 'Caderneta <apoio@caderneta.example>'],
  ['Escola "Nova", Lda.', '"Escola \\"Nova\\", Lda." <apoio@caderneta.example>'],
  ['Educação', '=?UTF-8?B?RWR1Y2HDp8Ojbw==?= <apoio@caderneta.example>'],
  ['', 'apoio@caderneta.example'],
])('comes from %s', (name, expected) => {
  expect(written({ from: { name, address: 'apoio@caderneta.example' } }).split('\r\n')[0]).toBe(`From: ${expected}`);
});

test('has a domain that every mail server reads, and a date and a name of its own', () => {
  const { headers } = opened({ to: 'teresa@educação.example', headers: { 'X-Plan': 'Plano Familiar' } });
  expect(headers).toMatchObject({
    to: 'teresa@xn--educao-7ta5a.example',
    date: 'Mon, 09 Mar 2026 10:00:00 +0000',
    'message-id': '<a1b2@caderneta.example>',
    'x-plan': 'Plano Familiar',
  });
});
