import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { Frame } from '../../../server/http/http.ts';
import { PLAIN_PAGE_STYLE, plainPagePolicy } from '../../../server/http/send-error.ts';
import { readSigned } from '../../../server/http/signing.ts';
import { UNSUBSCRIBE, UNSUBSCRIBE_PATH } from '../../../server/mail/mail.ts';
import { DARK_INK, INK } from '../../../server/pdf/ink.ts';
import type { FileReply } from '../../../shared/endpoint.ts';
import { TOPICS } from './kinds.rules.ts';
import { findSettings, upsertSettings } from './notifications.store.ts';
import { withdraw } from './telling.server.ts';
import { unsubscribeContract } from './unsubscribe.contract.ts';
import { type Unsubscription, unsubscriptionOf } from './unsubscribe.rules.ts';

// Inlined because this page is opened from a mail, usually once.
const STYLE =
  PLAIN_PAGE_STYLE +
  `span{white-space:nowrap}a{color:${INK.brand}}.name{color:${INK.ink2};font-weight:600;margin:0 0 16px}` +
  `button{font:inherit;font-weight:600;min-height:48px;width:100%;margin:0 0 12px;padding:10px 18px;border-radius:10px;border:2px solid ${INK.brand};background:${INK.brand};color:${INK.onBrand};cursor:pointer}` +
  `button.second{background:none;color:${INK.brand}}` +
  `@media(prefers-color-scheme:dark){.name{color:${DARK_INK.ink2}}` +
  `a,button.second{color:${DARK_INK.brand}}button{background:${DARK_INK.brand};border-color:${DARK_INK.brand};color:${DARK_INK.onBrand}}}`;
const POLICY = plainPagePolicy(STYLE);

/** Prevents a line break at a hyphen. */
const whole = (text: string) => text.replace(/e-mails?/g, '<span>$&</span>');

/** Binds unsubscribing from a mail: a page for people, and one request for mail programs. */
export function bindUnsubscribe(frame: Frame): void {
  const { db, config, log } = frame;
  const read = (token: string) => unsubscriptionOf(readSigned(config.secretKey, UNSUBSCRIBE, token));
  const page = (
    call: { header(name: string, value: string): void; status(code: 404): void },
    title: string,
    inner: string,
    found = true,
  ): FileReply => {
    const name = escapeHtml(frame.brand().productName);
    call.header('Content-Security-Policy', POLICY);
    call.header('X-Robots-Tag', 'noindex');
    if (!found) call.status(404);
    const html =
      `<!doctype html><html lang="pt-AO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<title>${title} · ${name}</title><style>${STYLE}</style></head><body><main><p class="name">${name}</p><h1>${whole(title)}</h1>${inner}</main></body></html>`;
    return { bytes: Buffer.from(html), type: 'text/html; charset=utf-8' };
  };
  const mangled = (call: Parameters<typeof page>[0]) =>
    page(
      call,
      'Esta ligação não está completa',
      `<p>Abra-a outra vez a partir do e-mail, ou escolha os avisos na aplicação.</p>${SETTINGS}`,
      false,
    );

  frame.bind(unsubscribeContract, {
    'GET /api/notifications/unsubscribe/:token': async (call) => {
      const wanted = read(call.params.token);
      return wanted ? page(call, 'Deixar de receber e-mails', askFor(wanted, call.params.token)) : mangled(call);
    },

    'POST /api/notifications/unsubscribe/:token': async (call) => {
      const wanted = read(call.params.token);
      if (!wanted) return mangled(call);
      const { userId } = wanted;
      const topic = call.body.all === undefined ? wanted.topic : 'emailNotifications';
      await db.transaction(async (transaction) => {
        // A deleted account gets no mails: the request is already fulfilled.
        if (!(await findSettings(transaction, userId))) return;
        await upsertSettings(transaction, userId, { [topic]: false });
        await withdraw(transaction, userId, topic);
      });
      log.info({ event: 'unsubscribed', userId, topic }, 'mails were switched off');
      return page(
        call,
        'Está feito',
        `<p>Já não vai receber ${TOPICS[topic]}. Os e-mails sobre a segurança da sua conta continuam a chegar.</p>` +
          `<p>Pode voltar a ligá-los quando quiser.</p>${SETTINGS}`,
      );
    },
  });
}

const SETTINGS = '<p><a href="/notifications/settings">Configurações de notificações</a></p>';

function askFor({ topic }: Unsubscription, token: string): string {
  const form = (label: string, more = '', look = '') =>
    `<form method="post" action="${UNSUBSCRIBE_PATH}/${escapeHtml(token)}"><input type="hidden" name="List-Unsubscribe" value="One-Click">${more}<button${look}>${whole(label)}</button></form>`;
  const all = form(
    'Não receber nenhum e-mail de avisos',
    '<input type="hidden" name="all" value="1">',
    ' class="second"',
  );
  if (topic === 'emailNotifications')
    return `<p>Se tocar no botão, deixa de receber os avisos por e-mail. No sino da aplicação continuam a aparecer.</p>${form('Não receber nenhum e-mail de avisos')}${SETTINGS}`;
  return `<p>Se tocar no botão, deixa de receber ${TOPICS[topic]}, por e-mail e também no sino da aplicação.</p>${form(`Não receber ${TOPICS[topic]}`)}${all}${SETTINGS}`;
}
