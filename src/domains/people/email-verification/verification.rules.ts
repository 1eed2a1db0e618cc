import type { MailWords } from '../accounts/security-mail.rules.ts';

/** Days for which a link that verifies an address is valid. */
export const VERIFICATION_DAYS = 7;
/** Minutes until another link may be sent for the same account and address. */
export const VERIFICATION_PAUSE_MINUTES = 60;
/** Maximum number of verification mails that wait for one mailbox, which gets one an hour. */
export const MAX_WAITING = 12;

/** Path of the link. Its token follows as a fragment, which browsers do not send to servers. */
const VERIFICATION_PATH = '/auth/email';

/** Returns the mail with the link. It may arrive at anybody's mailbox, so it has no text chosen by a user. */
export function verificationMail(token: string): MailWords {
  return {
    kind: 'email_verification',
    subject: 'Confirme o seu e-mail',
    content: {
      title: 'Confirme o seu e-mail',
      paragraphs: [
        'Toque no botão, de preferência no telemóvel onde usa a {{productName}}. Depois pode entrar com o e-mail, receber os resultados e recuperar a senha.',
      ],
      actions: [{ label: 'Confirmar o e-mail', path: `${VERIFICATION_PATH}#${token}` }],
      notes: [
        `A ligação serve durante ${VERIFICATION_DAYS} dias.`,
        'Não criou uma conta? Não precisa de fazer nada: sem a sua confirmação não lhe escrevemos mais nada sobre ela.',
      ],
    },
  };
}
