import { useEffect, useState } from 'react';
import type { Gender } from '../../../shared/words.ts';
import { failed } from '../../../web/call/outcome.ts';
import { hereWords } from '../../../web/parts/here-words.ts';
import { firstName, ofWhom } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { NameLabel } from '../../../web/ui/paper/Cover.tsx';
import { closeAttempt, sendAnswersHere } from './attempt-result.web.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import { afterHalfway, awaitedSentence, halfwayTitle } from './sentences.rules.ts';

interface UngradedProps {
  found: AttemptResult;
  gender: Gender | null | undefined;
}

/** Renders an attempt without a result: still open, waiting for a phone, interrupted, or ended without an answer. */
export default function Ungraded({ found, gender }: UngradedProps) {
  const { attempt, child, test, answers, againFrom } = found;
  const name = firstName(child.fullName);
  const [title, text] = attempt.interrupted
    ? [
        halfwayTitle(answers.length, test.questionCount),
        `O tempo acabou antes de metade. Não conta para as médias. Podem ${afterHalfway(test.discipline, againFrom)}.`,
      ]
    : (WORDS[attempt.state] ?? WORDS.provisional);
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
        {attempt.state === 'provisional' && answers.length > 0 ? (
          <Awaited attemptId={attempt.id} whose={ofWhom(name, gender)} />
        ) : (
          <Notice>{text}</Notice>
        )}
        <div className={styles['buttons']}>
          {attempt.state === 'open' ? (
            <Button size="l" href={`/tests/${test.id}?childId=${child.id}`}>
              Continuar o teste
            </Button>
          ) : attempt.state === 'printed' ? (
            <Button size="l" href={`/paper?attemptId=${attempt.id}`}>
              Fotografar a folha
            </Button>
          ) : (
            <Button
              size="l"
              href={`/tests?${new URLSearchParams({ childId: String(child.id), class: test.schoolClass, discipline: test.discipline, theme: test.theme })}`}
            >
              {attempt.interrupted && !againFrom ? 'Começar de novo' : 'Fazer um teste'}
            </Button>
          )}
          {attempt.interrupted && answers.length > 0 && (
            <Button variant="secondary" href={`/tests/${test.id}/review?attemptId=${attempt.id}`}>
              Rever o que foi respondido
            </Button>
          )}
          <Button variant="secondary" href="/tests/history">
            Ver todos os resultados
          </Button>
        </div>
      </div>
    </Page>
  );
}

/** Asks before an attempt is completed without the answers that a phone may still send. */
function Awaited({ attemptId, whose }: { attemptId: number; whose: string }) {
  const [here, setHere] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const send = () =>
      sendAnswersHere(attemptId).then(setHere, () => {
        // The device cannot be read: the sentence does not count its answers.
      });
    void send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [attemptId]);
  const close = () => {
    setBusy(true);
    closeAttempt(attemptId)
      .catch((error: unknown) => failed('Erro', 'Não foi possível terminar o teste', error))
      .finally(() => setBusy(false));
  };
  return (
    <Notice
      action={
        <Button variant="secondary" busy={busy} onClick={close}>
          Ver agora
        </Button>
      }
    >
      {awaitedSentence(here, here === 0 ? whose : hereWords())}
    </Notice>
  );
}

const WORDS: Record<Exclude<AttemptResult['attempt']['state'], 'completed'>, readonly [string, string]> & {
  completed?: never;
} = {
  printed: [
    'Este teste está em papel',
    'Fotografe a folha preenchida: o resultado aparece aqui depois de confirmar as respostas.',
  ],
  open: [
    'O teste ainda está aberto',
    'O resultado aparece quando o teste terminar. As respostas já dadas estão guardadas.',
  ],
  provisional: [
    'À espera das respostas do telemóvel',
    'O tempo acabou enquanto o telemóvel estava sem internet. Ligue-o à internet no espaço de um dia: até lá as respostas guardadas nele contam.',
  ],
  prepared: [
    'Preparado para fazer sem internet',
    'O teste está guardado num telemóvel. O resultado chega quando for feito e houver internet.',
  ],
  abandoned: ['O teste terminou sem respostas', 'Não conta para nada: nem para as médias, nem para o limite do plano.'],
};
