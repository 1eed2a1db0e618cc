import { type ReactNode, useState } from 'react';
import type { Answered } from '../../../shared/endpoint.ts';
import { starsFor } from '../../../shared/words.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import styles from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Stars } from '../../../web/ui/forms/Stars.tsx';
import { IconCopy, IconPencil, IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconList } from '../../../web/ui/icons/ParentIcon.tsx';
import { IconEye, IconPower } from '../../../web/ui/icons/StaffIcon.tsx';
import { themeAndForm } from '../test-bank/forms.rules.ts';
import { ActiveBadge } from './ActiveBadge.tsx';
import type { authoringContract } from './authoring.contract.ts';
import { callTeaching, refreshBank } from './teaching.web.ts';

export type TeacherTest = Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;

/** Toggles or duplicates a test, one action at a time. */
function useTestActions(id: number) {
  const params = { id: String(id) };
  const [busy, setBusy] = useState(false);
  /** A second tap while the first action is running is ignored: it would undo a toggle, or create a second copy. */
  const once = (run: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  const toggle = async () => {
    try {
      await callTeaching('PATCH /api/teacher/tests/:id/toggle-active', { params });
      await refreshBank();
      succeeded('Status do teste alterado com sucesso');
    } catch (error) {
      failed('Erro ao alterar status do teste', 'Não foi possível alterar o status do teste', error);
    }
  };
  const duplicate = async () => {
    try {
      const copy = await callTeaching('POST /api/teacher/tests/:id/duplicate', { params });
      await refreshBank();
      succeeded(`Teste duplicado com sucesso: ${copy.theme}`);
    } catch (error) {
      failed('Erro ao duplicar teste', 'Não foi possível duplicar o teste', error);
    }
  };
  return { busy, toggle: () => once(toggle), duplicate: () => once(duplicate) };
}

interface TestCardProps {
  test: TeacherTest;
  editable: boolean;
  onQuestions: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** Renders a test of the bank with the actions on it. */
export function TestCard({ test, editable, onQuestions, onEdit, onDelete }: TestCardProps) {
  const { busy, toggle, duplicate } = useTestActions(test.id);
  const name = (
    <span className="sr">
      {' '}
      {test.discipline}: {themeAndForm(test)}
    </span>
  );
  return (
    <article className={cx(styles['card'], !test.active && styles['inactive'])}>
      <div className={styles['head']}>
        <div>
          <p className={cx('meta', styles['kind'])}>
            {test.discipline} · {test.schoolClass} · Prova {test.form}
          </p>
          <h2>{test.theme}</h2>
        </div>
        <ActiveBadge active={test.active} />
      </div>
      {test.description && <p className={styles['about']}>{test.description}</p>}
      <Facts test={test} />
      <div className={cx(styles['buttons'], styles['first'])}>
        <Button variant="secondary" size="s" icon={<IconList size={18} />} onClick={onQuestions}>
          Questões{name}
        </Button>
        {editable && (
          <Button variant="quiet" size="s" icon={<IconPencil size={18} />} onClick={onEdit}>
            Editar{name}
          </Button>
        )}
        <IconAction verb={test.active ? 'Desactivar' : 'Activar'} test={test} busy={busy} onClick={toggle}>
          <IconPower />
        </IconAction>
      </div>
      {editable && (
        <div className={styles['buttons']}>
          <Button variant="quiet" size="s" icon={<IconEye size={18} />} href={`/teacher/tests/${test.id}/preview`}>
            Pré-visualizar{name}
          </Button>
          <IconAction verb="Duplicar" test={test} busy={busy} onClick={duplicate}>
            <IconCopy />
          </IconAction>
          <IconAction verb="Apagar" test={test} onClick={onDelete}>
            <IconTrash />
          </IconAction>
        </div>
      )}
    </article>
  );
}

function Facts({ test }: { test: TeacherTest }) {
  return (
    <ul className={styles['facts']}>
      <li>
        <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
      </li>
      <li>{test.evaluationType}</li>
      <li>{plural(test.questionCount, 'questão', 'questões')}</li>
      <li>{test.duration} minutos</li>
      {!test.shuffle && <li>sem baralhar</li>}
    </ul>
  );
}

interface IconActionProps {
  verb: string;
  test: TeacherTest;
  /** Whether another action on the test is running; undefined if this one does not have to wait for it. */
  busy?: boolean;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

/** Renders a button with only an icon; screen readers hear the verb and the test. */
function IconAction({ verb, test, busy, onClick, children }: IconActionProps) {
  return (
    <button
      type="button"
      className={styles['icon']}
      title={verb}
      aria-label={`${verb} ${test.discipline}: ${themeAndForm(test)}`}
      aria-disabled={busy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
