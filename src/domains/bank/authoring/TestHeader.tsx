import { useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import type { Answered } from '../../../shared/endpoint.ts';
import { starsFor } from '../../../shared/words.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import styles from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Stars } from '../../../web/ui/forms/Stars.tsx';
import { Notice } from '../../../web/ui/lists/Card.tsx';
import { Cover, NameLabel } from '../../../web/ui/paper/Cover.tsx';
import type { authoringContract } from './authoring.contract.ts';
import { callTeaching, refreshBank } from './teaching.web.ts';

interface TestHeaderProps {
  test: Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;
  count: number;
}

/** Renders the test to which the questions below belong, shown as a booklet's cover with the test's description. */
export function TestHeader({ test, count }: TestHeaderProps) {
  const when = relativeTime(test.updatedAt, new Date());
  return (
    <header className={styles['chosen']}>
      <Cover className={styles['cover']}>
        <NameLabel
          name={test.discipline}
          heading="h2"
          title={`${test.discipline} - ${test.theme}`}
          detail={test.author ? `por ${test.author} · ${when}` : 'do banco inicial'}
        />
      </Cover>
      <div className={styles['about']}>
        <dl className={styles['particulars']}>
          <div>
            <dt>Classe</dt>
            <dd>{test.schoolClass}</dd>
          </div>
          <div>
            <dt>Prova</dt>
            <dd>{test.form}</dd>
          </div>
          <div>
            <dt>Dificuldade</dt>
            <dd>
              <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
            </dd>
          </div>
          <div>
            <dt>Tipo</dt>
            <dd>{test.evaluationType}</dd>
          </div>
          <div>
            <dt>Questões</dt>
            <dd>{plural(count, 'questão', 'questões')}</dd>
          </div>
          <div>
            <dt>Duração</dt>
            <dd>{test.duration} minutos</dd>
          </div>
          {!test.active && (
            <div>
              <dt>Estado</dt>
              <dd>inactivo</dd>
            </div>
          )}
          {!test.shuffle && (
            <div>
              <dt>Alternativas</dt>
              <dd>sempre na mesma ordem</dd>
            </div>
          )}
        </dl>
        {test.description && <p>{test.description}</p>}
      </div>
    </header>
  );
}

/** Says that families do not see a test yet, and has a button that activates it. */
export function DraftNotice({ testId, hasQuestions }: { testId: number; hasQuestions: boolean }) {
  const [busy, setBusy] = useState(false);
  const activate = async () => {
    setBusy(true);
    try {
      await callTeaching('PATCH /api/teacher/tests/:id/toggle-active', {
        params: { id: String(testId) },
        body: { active: true },
      });
      await refreshBank();
      succeeded('O teste está activo: as famílias já o podem fazer');
    } catch (error) {
      failed('Erro ao activar teste', 'Não foi possível activar o teste', error);
    }
    setBusy(false);
  };
  return (
    <Notice
      title="Este teste é um rascunho: as famílias ainda não o vêem."
      action={
        <Button size="s" busy={busy} busyText="A activar…" disabled={!hasQuestions} onClick={() => void activate()}>
          Activar o teste
        </Button>
      }
    >
      {hasQuestions
        ? 'Quando as questões estiverem prontas, active-o.'
        : 'Acrescente-lhe questões e active-o quando estiver pronto.'}
    </Notice>
  );
}
