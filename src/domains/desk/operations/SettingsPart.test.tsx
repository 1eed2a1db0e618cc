import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailCard } from './SettingsPart.tsx';

const read = (mail: Partial<Parameters<typeof MailCard>[0]['mail']>) =>
  renderToStaticMarkup(
    <MailCard mail={{ server: true, waiting: 0, givenUp: 0, late: 0, lastProblem: null, ...mail }} />,
  );

test('a mail server from which nothing leaves is not called connected', () => {
  expect(read({})).toContain('Servidor de e-mail ligado');
  const late = read({ waiting: 3, late: 3, lastProblem: 'ESOCKET' });
  expect(late).toContain('Os e-mails não estão a sair');
  expect(late).not.toContain('ligado');
  expect(late).toContain('não se consegue chegar ao servidor de e-mail (ESOCKET)');
  expect(late).toContain('Tentar já');
  expect(read({ server: false, late: 3 })).toContain('Sem servidor de e-mail');
});
