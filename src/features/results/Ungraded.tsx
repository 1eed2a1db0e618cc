import { firstName } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { NameLabel } from '../../web/ui/Cover.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';

/** An attempt without a result: still open, waiting for a phone, or ended without an answer. */
export default function Ungraded({ found: { attempt, child, test } }: { found: AttemptResult }) {
  const name = firstName(child.fullName);
  const [title, text] = WORDS[attempt.state] ?? WORDS.provisional;
  return (
    <Page width="form">
      <div className={styles['ungraded']}>
        <NameLabel
          cover={child.cover}
          name={name}
          title={`${name}, ${child.schoolClass}`}
          detail={`${test.discipline}: ${test.theme}`}
        />
        <h1>{title}</h1>
        <Notice>{text}</Notice>
        <div className={styles['buttons']}>
          {attempt.state === 'open' ? (
            <Button size="l" href={`/tests/${test.id}?childId=${child.id}`}>
              Continuar o teste
            </Button>
          ) : (
            <Button href={`/tests?childId=${child.id}`}>Aplicar novo teste</Button>
          )}
          <Button variant="secondary" href="/tests/history">
            Ver todos os testes
          </Button>
        </div>
      </div>
    </Page>
  );
}

const WORDS: Record<Exclude<AttemptResult['attempt']['state'], 'completed'>, readonly [string, string]> & {
  completed?: never;
} = {
  open: [
    'O teste ainda está aberto',
    'O resultado aparece quando o teste terminar. As respostas já dadas estão guardadas.',
  ],
  provisional: [
    'À espera das respostas do telemóvel',
    'O tempo terminou enquanto o telemóvel estava sem rede. Ligue-o à internet: as respostas guardadas nele ainda contam.',
  ],
  abandoned: [
    'O teste terminou sem respostas',
    'Não conta para nada: nem para a pontuação, nem para o limite do plano.',
  ],
};
